import Foundation
import Reprise
import RepriseTesting
import Testing

/// Preferences in files: which one counts, and what is no such file.
@Suite(.timeLimit(.minutes(60))) struct PreferencesFileTests {
  private let home = TemporaryHome()
  private var folder: String { home.path }

  private func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
    return "\(folder)/\(name)"
  }

  @Test func thePersonsFileCountsBeforeTheMachines() throws {
    let own = try write("own", "a = 1\nb = \"wrong\"\n".utf8)
    let machine = try write("machine", "a = 2\nb = 2\nc = 2\n".utf8)
    var preferences = Preferences(files: [own, folder + "/absent", machine])
    #expect(preferences.number("c", in: 0...9) == 2)
    #expect(preferences.number("b", in: 0...9) == 2, "a wrong value is as good as none")
    #expect(preferences.number("a", in: 0...9) == 1)
    #expect(preferences.problems.map(\.file) == [own])
  }

  /// Otherwise another user could run programs as this one.
  @Test func aProgramFromAFileThatOthersCanWriteIsAProblemAndNotRun() throws {
    let own = try write("own", "run = [\"mail\", \"-s\"]\ntheme = \"dark\"\n".utf8)
    for (mode, isRun) in [(0o600, true), (0o644, true), (0o646, false), (0o602, false)] {
      chmod(own, mode_t(mode))
      var preferences = Preferences(files: [own])
      #expect(preferences.command("run") == (isRun ? ["mail", "-s"] : nil))
      #expect(preferences.text("theme") == "dark", "everything else counts")
      preferences.nameUnknownKeys()
      #expect(preferences.problems.count == (isRun ? 0 : 1))
      if !isRun {
        #expect(
          preferences.problems.first?.description
            == "\(own):1: “run” was not run: other users can write the file: remove that with chmod o-w"
        )
      }
    }
  }

  @Test func missingFileIsNoProblem() {
    #expect(Preferences(files: [folder + "/absent", "/dev/null/absent"]).problems == [])
  }

  @Test(arguments: ["directory", "pipe", "device", "huge", "loop", "latin"])
  func nonTextFileIsReportedInOneLine(_ kind: String) throws {
    var path = "\(folder)/\(kind)"
    var line = ""
    let words: String
    switch kind {
    case "directory":
      mkdir(path, 0o700)
      words = "is a directory and was not read"
    case "pipe":
      mkfifo(path, 0o600)
      words = "is not a regular file and was not read"
    case "device":
      symlink("/dev/zero", path)
      words = "is not a regular file and was not read"
    case "huge":
      path = try write(kind, "a = 1\n".utf8)
      try #require(truncate(path, 5 << 30) == 0)
      words = "is larger than 256 KiB and was not read"
    case "loop":
      symlink(path, path)
      words = "cannot be read (Too many levels of symbolic links)"
    default:
      path = try write(kind, Array("a = 1\n".utf8) + [0x62, 0x3D, 0xE9, 0x0A])
      (line, words) = (":2", "is not UTF-8, so the whole file is ignored")
    }
    var preferences = Preferences(files: [path])
    #expect(preferences.number("a", in: 0...9) == nil)
    #expect(preferences.problems.count == 1)
    let text = preferences.problems.first?.description ?? ""
    #expect(text.hasPrefix("\(path)\(line): \(words)"), "\(text)")
  }

  @Test func preferencesAreInTheXDGDirectories() throws {
    func files(_ variables: [String: String]) throws -> [String] {
      try AppDirectories(name: "notes/demo", variables: variables).preferences
    }
    #expect(
      try files(["HOME": "/h"]) == ["/h/.config/notes/config.toml", "/etc/xdg/notes/config.toml"])
    #expect(
      try files(["HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_CONFIG_DIRS": "/a:relative:/b"])
        == ["/c", "/a", "/b"].map { $0 + "/notes/config.toml" })
    #expect(
      try files(["HOME": "/h", "XDG_CONFIG_HOME": "relative", "XDG_CONFIG_DIRS": ""])
        == ["/h/.config/notes/config.toml", "/etc/xdg/notes/config.toml"])
    let many = (1...100).map { "/\($0)" }.joined(separator: ":")
    #expect(try files(["HOME": "/h", "XDG_CONFIG_DIRS": many]).count == 9)
  }
}
