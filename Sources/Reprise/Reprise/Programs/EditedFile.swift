import CSystem
import Foundation
import Storage

/// A text in a private file, while a person edits it in another program.
///
/// It has a directory of its own, for the copies that editors write next to a file. Next to that directory a file
/// names the editor's process, so that a later launch can wait for it.
nonisolated struct EditedFile: Hashable, Sendable {
  /// The directory with all edited files of the app.
  let base: String

  /// The name of the file below it, `0123456789abcdef/notes.txt`.
  let name: String

  /// Why a text can't be written or read; the text is a line for a person.
  struct Failure: Error {
    let words: String
  }

  /// Names a file of an earlier launch; `nil` if it can't be the name of one.
  init?(base: String, name: String) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 16, parts[0].allSatisfy(\.isHexDigit),
      !parts[1].isEmpty, parts[1].first != ".", Self.plain(parts[1]) == parts[1]
    else { return nil }
    (self.base, self.name) = (base, name)
  }

  /// Writes a text into a new file.
  ///
  /// - Parameter title: The wish for its name; other characters than ASCII letters and digits are replaced.
  init(_ text: String, titled title: String, fileExtension: String, in base: String) throws(Failure)
  {
    self.base = base
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    let folder = String(repeating: "0", count: 16 - digits.count) + digits
    let plain = Self.plain(title.prefix(40)).drop { $0 == "." }
    name = "\(folder)/\(plain.isEmpty ? "text" : String(plain)).\(Self.plain(fileExtension))"
    do throws(PrivateFileError) {
      close(try PrivateFiles.openDirectory(base, creates: true, sharedWriting: .refused))
      guard mkdir(directory, 0o700) == 0 else { throw Self.failure(directory) }
      let file = try PrivateFiles.open(path, flags: O_WRONLY | O_CREAT | O_EXCL)
      defer { close(file) }
      var rest = Array(Self.content(text).utf8)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { part in
          retryingInterrupted { write(file, part.baseAddress, part.count) }
        }
        guard count > 0 else { throw Self.failure(path) }
        rest = rest.dropFirst(count)
      }
    } catch {
      let words = Self.words(for: error)
      remove()
      throw Failure(words: "No file for the editor: \(words)")
    }
  }

  /// The path of the file.
  var path: String { base + "/" + name }

  private var directory: String { base + "/" + name.prefix(16) }
  private var editorNote: String { directory + ".editor" }

  private static func plain(_ text: some StringProtocol) -> String {
    String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" })
  }

  // MARK: - The text

  /// The content for a text: editors expect a line feed at the end.
  private static func content(_ text: String) -> String {
    text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
  }

  /// Reads the text back.
  ///
  /// - Parameters:
  ///   - former: The text that was written: the line feed that was added to it is removed.
  ///   - limit: The most bytes.
  func read(former: String, limit: Int) throws(Failure) -> String {
    let bytes: [UInt8]
    do throws(PrivateFileError) {
      let file = try PrivateFiles.open(path)
      defer { close(file) }
      bytes = try PrivateFiles.read(file, count: limit + 1, path)
    } catch {
      throw Failure(words: "The editor’s text can’t be read: \(Self.words(for: error))")
    }
    guard bytes.count <= limit else {
      throw Failure(words: "The editor’s text is longer than \(limit >> 10) KiB; it is in \(path)")
    }
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(words: "The editor’s text isn’t UTF-8, so nothing changed; it is in \(path)")
    }
    if text.hasPrefix("\u{FEFF}") { text.removeFirst() }
    if !former.hasSuffix("\n"), text.last?.isNewline == true { text.removeLast() }
    return text
  }

  /// Keeps the file for the person: no later launch takes it over.
  func keep() { unlink(editorNote) }

  /// Removes the file, and the copies that the editor left next to it.
  func remove() {
    unlink(editorNote)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
      unlink(directory + "/" + name)
    }
    rmdir(directory)
  }

  private static func failure(_ path: String) -> PrivateFileError {
    .system(.create, SystemFailure(path: path, code: errno))
  }

  private static func words(for error: PrivateFileError) -> String {
    switch error {
    case .system(_, let failure): "\(failure.path): \(String(cString: strerror(failure.code)))"
    case .link(let path): "\(path) is a link"
    case .notPlain(let path): "\(path) is not a regular file"
    case .otherOwner(let path): "\(path) belongs to another user"
    case .writableByOthers(let path): "others can write to \(path)"
    }
  }

  // MARK: - The editor

  /// Notes the process of the editor for a later launch.
  func noteEditor(_ process: pid_t) {
    guard let start = Self.startTime(of: process),
      let file = try? PrivateFiles.open(editorNote, flags: O_WRONLY | O_CREAT | O_EXCL)
    else { return }
    let note = Array("\(process) \(start)\n".utf8)
    _ = note.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    close(file)
  }

  /// The process of an editor that still has the file open after the app was killed.
  private var editor: pid_t? {
    guard let file = try? PrivateFiles.open(editorNote) else { return nil }
    defer { close(file) }
    let bytes = (try? PrivateFiles.read(file, count: 64, editorNote)) ?? []
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let process = pid_t(words[0]), process > 1,
      Self.startTime(of: process) == UInt64(words[1])
    else { return nil }
    return process
  }

  /// Whether an editor still has the file open.
  var isOpen: Bool { editor != nil }

  /// Waits until no editor has the file open; returns `false` if that was cancelled.
  func waitForEditor(isCancelled: () -> Bool) -> Bool {
    while let editor {
      let process = process_start_descriptor(editor)
      defer { if process >= 0 { close(process) } }
      var request = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
      // Without a descriptor this only waits.
      poll(&request, 1, 500)
      if isCancelled() { return false }
    }
    return true
  }

  /// When a process was started, in ticks since the start of the machine; `nil` if it has ended.
  private static func startTime(of process: pid_t) -> UInt64? {
    guard let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") else {
      return nil
    }
    // The name before it may contain anything, also parentheses.
    let text = String(decoding: data, as: UTF8.self)
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    guard fields.count > 20, fields[1] != "Z" else { return nil }
    return UInt64(fields[20])
  }
}
