import Foundation
import Storage

/// The session that each pane of a terminal last showed: one small file a pane, in `panes/`.
///
/// A name has digests of the socket, the server and the pane; the content is the session's name and a digest of the
/// pane's position. So nothing of a person is in them, and they are not sealed. A damaged file counts as missing.
package struct PaneBindings: Sendable {
  /// The number of panes that are remembered; those whose window was opened longest ago are forgotten.
  static let limit = 256

  private static let directory = "panes"

  /// The longest content: a session's name, a space and a digest.
  private static let longestContent = 128

  private let home: StateHome

  /// Reads and writes the bindings of a home.
  package init(home: StateHome) { self.home = home }

  // MARK: - Reading

  /// The session that a pane last showed; `nil` for an unknown pane, or if the session is gone.
  ///
  /// - Parameter positions: Asks tmux where its panes are, as texts by their names. It is called only on a server that
  ///   doesn't know the pane and took the place of another one: a layout that was built again has its panes in the
  ///   same positions.
  package func session(of pane: TerminalPane, positions: () -> [String: String]) -> String? {
    guard access(home.path + "/" + Self.directory, F_OK) == 0,
      let panes = try? home.open().home.subdirectory(Self.directory, makes: false)
    else { return nil }
    let name = Self.name(of: pane)
    let binding = Self.binding(name, in: panes) ?? former(of: pane, in: panes, positions)?.binding
    return binding.flatMap { isSession($0.session) ? $0.session : nil }
  }

  private func isSession(_ name: String) -> Bool {
    access("\(home.sessions)/\(name)/state.sqlite", F_OK) == 0
  }

  /// The newest pane of an earlier server on the same socket that was where this one is.
  private func former(
    of pane: TerminalPane, in panes: PrivateDirectory, _ positions: () -> [String: String]
  ) -> (binding: Binding, names: [String])? {
    guard pane.tmuxSocket != nil else { return nil }
    let others = Self.namesOfFormerServers(pane, among: panes.names)
    guard !others.isEmpty, let position = positions()[pane.pane] else { return nil }
    return Self.newest(of: others, at: Self.digest(position), in: panes)
  }

  private static func newest(
    of names: [String], at position: String, in panes: PrivateDirectory
  ) -> (binding: Binding, names: [String])? {
    let found = names.compactMap { name in
      binding(name, in: panes).flatMap { $0.position == position ? (name: name, binding: $0) : nil }
    }
    func age(_ name: String) -> Double { panes.status(of: name).map(modified) ?? 0 }
    guard let newest = found.max(by: { age($0.name) < age($1.name) }) else { return nil }
    return (newest.binding, found.map(\.name))
  }

  // MARK: - Writing

  /// Records the session that a pane shows, and where tmux has its panes now; on any thread.
  ///
  /// - Parameter positions: The positions as texts, by the panes' names; empty outside of tmux, and before tmux has answered.
  ///   A position that isn't given stays as it was.
  package func record(
    _ session: String, in pane: TerminalPane, positions: [String: String]
  ) throws {
    let panes = try home.open().home.subdirectory(Self.directory)
    try panes.whileLocked {
      let name = Self.name(of: pane)
      let position =
        positions[pane.pane].map(Self.digest) ?? Self.binding(name, in: panes)?.position
      let known = panes.names.filter(Self.isName)
      let own = Binding(session: session, position: position)
      try Self.write(own, name, in: panes)
      try Self.update(positions, of: pane, known: Set(known).subtracting([name]), in: panes)
      try Self.adoptFormers(of: pane, known: known, at: positions, in: panes)
      Self.prune(known, in: panes)
    }
  }

  /// Updates the positions of the other panes, which change when a pane is opened between them.
  private static func update(
    _ positions: [String: String], of pane: TerminalPane, known: Set<String>,
    in panes: PrivateDirectory
  ) throws {
    for (other, position) in positions {
      let name = name(of: pane.sibling(other))
      guard known.contains(name), var binding = binding(name, in: panes) else { continue }
      let digest = digest(position)
      guard binding.position != digest else { continue }
      binding.position = digest
      try write(binding, name, in: panes)
    }
  }

  /// Gives the panes of earlier servers to those that are in their positions now, which then aren't asked for.
  private static func adoptFormers(
    of pane: TerminalPane, known: [String], at positions: [String: String],
    in panes: PrivateDirectory
  ) throws {
    let formers = Dictionary(
      grouping: namesOfFormerServers(pane, among: known),
      by: { binding($0, in: panes)?.position ?? "" })
    guard !formers.isEmpty else { return }
    for (other, position) in positions {
      let digest = digest(position)
      guard let former = newest(of: formers[digest] ?? [], at: digest, in: panes) else { continue }
      let name = name(of: pane.sibling(other))
      if other != pane.pane, !known.contains(name) { try write(former.binding, name, in: panes) }
      for outdated in former.names { panes.remove(outdated) }
    }
  }

  private static func prune(_ known: [String], in panes: PrivateDirectory) {
    guard known.count > limit else { return }
    let times = known.map { name in (name, panes.status(of: name).map(modified) ?? 0) }
    for (name, _) in times.sorted(by: { $0.1 < $1.1 }).dropLast(limit) { panes.remove(name) }
  }

  // MARK: - Files

  private struct Binding {
    var session: String
    /// A digest of the position; `nil` if it isn't known.
    var position: String?
  }

  private static func binding(_ name: String, in panes: PrivateDirectory) -> Binding? {
    guard
      let bytes = try? PrivateFile.contents(of: name, in: panes, limit: longestContent + 1),
      bytes.count <= longestContent
    else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(
      separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, SessionName.isValid(String(words[0])) else { return nil }
    return Binding(
      session: String(words[0]), position: words[1] == "-" ? nil : String(words[1]))
  }

  /// Replaces a file, so that a kill leaves the old one or the new one.
  private static func write(_ binding: Binding, _ name: String, in panes: PrivateDirectory) throws {
    let content = Array("\(binding.session) \(binding.position ?? "-")".utf8)
    let fresh = "new"
    let descriptor = try panes.open(fresh, flags: O_WRONLY | O_CREAT | O_TRUNC)
    let written = retryingInterrupted { Glibc.write(descriptor, content, content.count) }
    close(descriptor)
    guard written == content.count,
      retryingInterrupted({ renameat(panes.descriptor, fresh, panes.descriptor, name) }) == 0
    else { throw PrivateFile.unwritable("\(panes.path)/\(name)") }
  }

  private static func modified(_ status: stat) -> Double {
    Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
  }

  private static func name(of pane: TerminalPane) -> String {
    [pane.socket, pane.server, pane.pane].map(digest).joined(separator: "-")
  }

  /// The names of panes of the same socket whose server was another one.
  private static func namesOfFormerServers(_ pane: TerminalPane, among names: [String]) -> [String]
  {
    let (socket, server) = (digest(pane.socket) + "-", digest(pane.server))
    return names.filter {
      isName($0) && $0.hasPrefix(socket) && !$0.dropFirst(socket.count).hasPrefix(server)
    }
  }

  private static func isName(_ name: String) -> Bool {
    name.utf8.count == 3 * digestLength + 2 && !name.contains(".")
  }

  private static let digestLength = 16

  private static func digest(_ text: String) -> String { Digest.of(text) }
}
