import Foundation
import Reprise
import RepriseTesting

/// A walk on the real program, compared with the screens of its twin.
struct WalkRun {
  private let walk: Walk
  private var home: Home?

  /// The expected screens after each number of events.
  private var pictures: [TerminalPicture]

  /// Without a session name, the program would open the most recent one.
  private static let main = ["--session", "main"]

  /// The index of the earliest screen that may appear now; it never decreases.
  private(set) var position = 0

  init(_ walk: Walk, as prediction: Prediction) {
    self.walk = walk.ending(after: prediction.count).stopping(after: prediction.refusals)
    pictures = prediction.pictures
  }

  /// Records the current screen; returns `false` if the rest of the walk doesn't contain it.
  ///
  /// While output is arriving, that is no error.
  private mutating func see(_ picture: TerminalPicture, upTo count: Int) -> Bool {
    guard let index = pictures[position...count].firstIndex(of: picture.comparable) else {
      return false
    }
    position = index
    return true
  }

  /// Walks, kills, relaunches and compares; returns a description of the problem, if any.
  mutating func perform() async throws -> String? {
    let home = try Home(hasPhotos: walk.hasPhotos)
    self.home = home
    let app = try home.launch(Self.main, size: walk.size)
    guard try waitFor(0, in: app, count: 0) else { return problem("the start", app, 0) }
    let company = try walk.hasCompany ? Company(in: home, seed: walk.seed) : nil
    var count = 0
    for step in walk.steps {
      if case .resize(let size) = walk.events[step.events.lowerBound] {
        app.resize(to: size)
      } else {
        app.type(walk.events[step.events].map(\.bytes).joined())
      }
      count = step.events.upperBound
      try company?.goOn()
      guard step.looks else { continue }
      // A refusal that was shown before looks the same when it appears again.
      if pictures[step.events.lowerBound] == pictures[count] { try app.waitUntilIdle() }
      guard try waitFor(count, in: app, count: count) else {
        return problem("the events before the kill", app, count)
      }
    }
    let companion = try company?.look()
    usleep(walk.delay)
    try app.killEverything()
    _ = see(app.picture, upTo: count)

    if let detour = walk.detour {
      let other = try home.open(Self.main, size: detour)
      try other.killEverything()
    }
    let detours = try await predictDetours(upTo: count)
    let again = try home.launch(Self.main, size: walk.size(after: count))
    guard try comesBack(again, count, detours) else {
      return problem("the restored picture", again, count)
    }
    if let problem = try goOn(again, count) { return problem }
    return try companion.flatMap { try company?.difference(from: $0) }
  }

  /// Waits until the screen after a number of events appears.
  private mutating func waitFor(_ index: Int, in app: PTYProcess, count: Int) throws -> Bool {
    let wanted = pictures[index]
    let isThere = try? app.wait { $0.comparable == wanted }
    guard isThere != nil else { return false }
    return see(wanted, upTo: count)
  }

  /// The walk with its detour after each number of events at which the kill may have happened.
  ///
  /// Columns keep the widths that rows asked for, also rows that only the size of the detour shows.
  private func predictDetours(upTo count: Int) async throws -> [Int: [TerminalPicture]] {
    var detours: [Int: [TerminalPicture]] = [:]
    guard walk.detour != nil else { return detours }
    for place in position...count {
      detours[place] = try await Twin.prediction(of: walk, detourAfter: place).pictures
    }
    return detours
  }

  /// Waits until a screen from the last one seen onwards appears, and records it.
  private mutating func comesBack(
    _ app: PTYProcess, _ count: Int, _ detours: [Int: [TerminalPicture]]
  ) throws -> Bool {
    let allowed = pictures[position...count] + detours.map { $1[$0] }
    guard (try? app.wait { allowed.contains($0.comparable) }) != nil else { return false }
    let shown = try app.waitUntilIdle()
    if see(shown, upTo: count) { return true }
    guard let place = detours.first(where: { $1[$0] == shown.comparable }) else { return false }
    (position, pictures) = (place.key, place.value)
    return true
  }

  /// Performs the remaining events, since invisible state such as undo must be restored as well.
  ///
  /// Only if the walk's position is unambiguous.
  private mutating func goOn(_ app: PTYProcess, _ count: Int) throws -> String? {
    let here = pictures[position]
    guard pictures[...count].count(where: { $0 == here }) == 1 else { return nil }
    let last = walk.events.count
    for event in walk.events[position..<last] {
      if case .resize(let size) = event {
        app.resize(to: size)
      } else {
        app.type(event.bytes)
      }
      try app.waitUntilIdle()
    }
    guard try waitFor(last, in: app, count: last) else {
      return problem("continuing from event \(position)", app, last)
    }
    return nil
  }

  private func problem(_ what: String, _ app: PTYProcess, _ count: Int) -> String {
    let shown = app.picture
    let ended = app.reap().map { ", the program has \($0)" } ?? ""
    let earlier = pictures[..<position].firstIndex(of: shown.comparable)
    let nearest = (position...count).min { unlikeness($0, shown) < unlikeness($1, shown) } ?? count
    return """
      seed \(walk.seed), \(walk.size.width)x\(walk.size.height): \(what) after \(count) events is \
      \(earlier.map { "an earlier screen, of event \($0)" } ?? "no screen of this walk"); the screen had \
      shown at least event \(position)\(ended)
      events: \(walk.events.prefix(count).map(\.description).joined())
      then: \(walk.events.dropFirst(count).map(\.description).joined())
      shown:
      \(shown.text)
      last seen, at least:
      \(pictures[position].text)
      the newest possible:
      \(pictures[count].text)
      difference from the nearest, of event \(nearest):
      \(shown.comparable.difference(from: pictures[nearest]) ?? "none")
      log:
      \(log)
      """
  }

  /// The end of the program's log.
  private var log: String {
    let path = (home?.state ?? "") + "/log"
    return String(((try? String(contentsOfFile: path, encoding: .utf8)) ?? "none").suffix(2000))
  }

  /// The number of rows in which the screen after an event differs.
  private func unlikeness(_ index: Int, _ shown: TerminalPicture) -> Int {
    zip(pictures[index].rows, shown.comparable.rows).count { $0 != $1 }
  }
}
