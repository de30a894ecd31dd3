import Foundation
import RepriseTesting
import Storage
import Testing

@Suite struct FileExamples {
  private let home = TemporaryHome()

  @Test func aPrivateFileIsNotReachedThroughALink() throws {
    let path = home.path + "/diary"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
    func open(_ path: String) throws {
      do throws(PrivateFileError) {
        let descriptor = try PrivateFiles.open(path, flags: O_RDWR | O_CREAT)
        close(descriptor)
      } catch .link(let path) {
        print("\(path) is a link")
      }
    }
    try open(path)
    #expect(throws: PrivateFileError.link(path)) { try PrivateFiles.open(path) }
  }

  @Test func aFailureNamesItsPath() {
    func reason(for path: String) -> String? {
      do throws(SystemFailure) {
        try PrivateFiles.makeDirectories(path)
        return nil
      } catch {
        return "\(error.path): \(String(cString: strerror(error.code)))"
      }
    }
    #expect(reason(for: home.path + "/photos/small") == nil)
    #expect(reason(for: "/proc/photos")?.hasPrefix("/proc/photos: ") == true)
  }

  @Test func oneProgramAtATimeHasALock() throws {
    let lock = try FileLock(path: home.path + "/lock")
    guard lock.take() == .taken else { return }
    defer { lock.release() }
    #expect(FileLock.isHeld(home.path + "/lock"))
  }

  @Test func aChangedFileIsNoticed() throws {
    let path = home.path + "/shelf.toml"
    let before = FileStamp(path: path)
    try "theme = 'light'".write(toFile: path, atomically: true, encoding: .utf8)
    let isChanged = FileStamp(path: path) != before
    #expect(before == nil && isChanged)
  }

  @Test func aDirectoryIsWatched() throws {
    let events = FileEvents(interval: 1000)
    let inbox = events.watch(home.path)
    try "new".write(toFile: home.path + "/photo", atomically: false, encoding: .utf8)
    #expect(inbox != nil)
    #expect(events.take().contains(.file("photo")))
  }

  @Test func temporaryFilesGoWithTheirDirectory() throws {
    func unpack(in base: String) throws -> String {
      let scratch = try ScratchDirectory(in: base)
      try Data("…".utf8).write(to: URL(filePath: scratch.path + "/part"))
      return scratch.path
    }
    #expect(!FileManager.default.fileExists(atPath: try unpack(in: home.path)))
  }
}
