import Glibc
import Reprise
import RepriseTesting

/// A walk on the real program, held against the pictures of its twin.
struct WalkRun {
  let walk: Walk

  /// What ought to be on the glass after so many keys.
  let pictures: [TerminalPicture]

  /// The first picture that the glass may show now: it never goes back.
  private(set) var position = 0

  /// Takes note of what is on the glass; `false` if it is nothing that comes in this walk from here.
  ///
  /// While output is on its way that is no mistake.
  private mutating func see(_ picture: TerminalPicture, upTo count: Int) -> Bool {
    guard let index = pictures[position...count].firstIndex(of: picture.visible) else {
      return false
    }
    position = index
    return true
  }

  /// Walks, kills, starts again, and looks; gives what is wrong, if anything is.
  mutating func perform() throws -> String? {
    let home = try Home()
    let app = try home.launch(size: walk.size)
    guard try waitFor(0, in: app, count: 0) else { return problem("the start", app, 0) }
    var count = 0
    for step in walk.steps {
      app.type(Walk.bytes(of: step.keys))
      count += step.keys.count
      guard step.looks else { continue }
      guard try waitFor(count, in: app, count: count) else {
        return problem("the keys before the kill", app, count)
      }
    }
    usleep(walk.delay)
    try app.killEverything()
    _ = see(app.picture, upTo: count)

    let again = try home.launch(size: walk.size)
    guard try comesBack(again, count) else {
      return problem("the restored picture", again, count)
    }
    return try goOn(again, count)
  }

  /// Waits until the glass shows the picture after so many keys.
  private mutating func waitFor(_ index: Int, in app: PTYProcess, count: Int) throws -> Bool {
    let wanted = pictures[index]
    let isThere = try? app.wait(timeout: .seconds(20)) { $0.visible == wanted }
    guard isThere != nil else { return false }
    return see(wanted, upTo: count)
  }

  /// Waits until the glass shows one of the pictures from the last one seen on, and keeps it.
  private mutating func comesBack(_ app: PTYProcess, _ count: Int) throws -> Bool {
    let allowed = pictures[position...count]
    guard (try? app.wait(timeout: .seconds(20)) { allowed.contains($0.visible) }) != nil else {
      return false
    }
    return see(try app.waitUntilIdle(), upTo: count)
  }

  /// Presses the rest of the keys: what cannot be seen, such as undo, must be back as well.
  ///
  /// Only where it is certain how far the walk had come.
  private mutating func goOn(_ app: PTYProcess, _ count: Int) throws -> String? {
    let here = pictures[position]
    guard pictures[...count].count(where: { $0 == here }) == 1 else { return nil }
    for index in position..<walk.keys.count {
      app.type(Walk.bytes(of: [walk.keys[index]]))
      try app.waitUntilIdle()
    }
    let last = walk.keys.count
    guard try waitFor(last, in: app, count: last) else {
      return problem("going on from key \(position)", app, last)
    }
    return nil
  }

  private func problem(_ what: String, _ app: PTYProcess, _ count: Int) -> String {
    let shown = app.picture
    let ended = app.reap().map { ", the program has \($0)" } ?? ""
    let earlier = pictures[..<position].firstIndex(of: shown.visible)
    let nearest = pictures[count]
    return """
      seed \(walk.seed), \(walk.size.width)x\(walk.size.height): \(what) after \(count) keys is \
      \(earlier.map { "an earlier one, of key \($0)" } ?? "not one of this walk"); the glass had \
      shown at least key \(position)\(ended)
      keys: \(KeyScript.text(of: walk.keys.prefix(count)))
      then: \(KeyScript.text(of: walk.keys.dropFirst(count)))
      shown:
      \(shown.text)
      last on the glass, at least:
      \(pictures[position].text)
      the newest that it could be:
      \(nearest.text)
      difference from that:
      \(shown.visible.difference(from: nearest) ?? "none")
      """
  }
}
