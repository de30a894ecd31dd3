import Foundation
import RepriseTesting
import Synchronization
import TestSupport
import Testing

/// Eight programs that change the same items at once: four windows, which are killed between their bulk changes, and
/// four scripts.
///
/// Each item's history must be one unbroken chain: every change begins with the value that the change before it wrote,
/// and the last one wrote the present value. A lost change breaks the chain.
@Suite(.waitsForProcesses) struct EightWritersTests {
  private static let rounds = 4

  /// The items, by number and with their initial values, so that the first change has something to begin with.
  private static let numbers = (1...12).map { String(format: "000-%03d", $0) }

  /// A home with items in one place.
  private func home() throws -> Home {
    let home = try Home(isEmpty: true)
    for number in Self.numbers {
      let result = try home.run(["add", "Item \(number)", "place=Shelf", "notes=none", "tags=old"])
      #expect(result.status == 0, "\(result.errors)")
    }
    return home
  }

  @Test func everyAcknowledgedChangeIsKept() throws {
    let home = try home()
    let seed = RunSeed.number
    let writers = (0..<8).map { writer in
      Self.writer(writer, in: home, seed: seed)
    }
    let written = try Self.atOnce(writers).flatMap { $0 }
    #expect(written.count(where: { !$0.number.isEmpty }) >= Self.rounds * 4, "seed \(seed)")
    let histories = try histories(in: home, "seed \(seed)")
    for change in written {
      let places =
        change.number.isEmpty ? Array(histories.values.joined()) : histories[change.number] ?? []
      #expect(
        places.contains { $0.contains(change.text) },
        "\(change.number) “\(change.text)” is in no history, seed \(seed)")
    }
  }

  /// Undo in a window reverts the last change of any writer, so this test checks only the chain.
  @Test func undoAndRedoBetweenOtherWritersBreakNoHistory() throws {
    let home = try home()
    let seed = RunSeed.number
    let writers = (0..<8).map { writer in
      Self.writer(writer, in: home, seed: seed, pressing: "u<^R>uu<^R>")
    }
    _ = try Self.atOnce(writers)
    _ = try histories(in: home, "seed \(seed)")
  }

  // MARK: - Writers

  /// A change that a program has acknowledged: its item, empty for all, and the text that it wrote.
  private struct Written {
    let number: String
    let text: String
  }

  /// A writer: the first four have a window, the others use commands.
  ///
  /// - Parameter last: The keys that a window presses after each change.
  private static func writer(
    _ writer: Int, in home: Home, seed: UInt64, pressing last: String = ""
  ) -> @Sendable () throws -> [Written] {
    if writer < 4 { return { try tagAndMove(in: home, as: writer, then: last) } }
    return { try set(in: home, as: writer, seed: seed) }
  }

  /// Tags all items in a window, and moves them to a new place; kills the window after each change.
  private static func tagAndMove(
    in home: Home, as writer: Int, then last: String
  ) throws -> [Written] {
    var written: [Written] = []
    for round in 0..<rounds {
      let app = try home.open(["--session", "writer-\(writer)"])
      let name = "w\(writer)r\(round)"
      let key = round % 2 == 0 ? "t" : "m"
      try app.press(script: "*\(key)\(name)<Enter>\(last)")
      if last.isEmpty { written.append(Written(number: "", text: name)) }
      try app.killEverything()
    }
    return written
  }

  /// Sets the notes of random items by commands, and undoes some of these changes by their numbers.
  private static func set(in home: Home, as writer: Int, seed: UInt64) throws -> [Written] {
    var numbers = SeededGenerator(seed: seed &+ UInt64(writer))
    var written: [Written] = []
    for round in 0..<rounds * 2 {
      guard let item = Self.numbers.randomElement(using: &numbers) else { break }
      let text = "writer \(writer), round \(round)"
      let result = try home.run(["set", item, "notes=\(text)"])
      #expect(result.status == 0, "\(result.errors)")
      guard result.status == 0 else { continue }
      written.append(Written(number: item, text: text))
      guard round % 3 == 2, let change = try change(of: item, writing: text, in: home) else {
        continue
      }
      // Refused if another writer has replaced the text by now.
      _ = try home.run(["history", "--undo", change])
    }
    return written
  }

  /// The number of the change that wrote a text, if it hasn't been undone.
  private static func change(of item: String, writing text: String, in home: Home) throws -> String?
  {
    try history(of: item, in: home).first { entry in
      entry.changes.contains { $0.after == text }
    }?.number
  }

  /// Runs each closure on a thread of its own, and returns the results once all have ended.
  private static func atOnce<Result: Sendable>(
    _ closures: [@Sendable () throws -> Result]
  ) throws -> [Result] {
    let results = Results<Result>()
    let group = DispatchGroup()
    for closure in closures {
      group.enter()
      Thread.detachNewThread {
        results.append(Swift.Result(catching: closure))
        group.leave()
      }
    }
    group.wait()
    return try results.all.map { try $0.get() }
  }

  /// Results that threads collect.
  private final class Results<Value: Sendable>: Sendable {
    private let values = Mutex<[Swift.Result<Value, any Error>]>([])

    var all: [Swift.Result<Value, any Error>] { values.withLock { $0 } }

    func append(_ value: Swift.Result<Value, any Error>) {
      values.withLock { $0.append(value) }
    }
  }

  // MARK: - Histories

  private struct Entry: Decodable {
    struct Change: Decodable {
      let what: String
      let before: String?
      let after: String?
    }

    let number: String
    let changes: [Change]
  }

  private static func history(of item: String, in home: Home) throws -> [Entry] {
    let result = try home.run(["history", "--json", item])
    return try result.text.split(separator: "\n").map {
      try JSONDecoder().decode(Entry.self, from: Data($0.utf8))
    }
  }

  /// Checks the histories of all items; returns the values that each contains.
  private func histories(in home: Home, _ comment: Comment) throws -> [String: [String]] {
    var values: [String: [String]] = [:]
    for item in Self.numbers {
      var present: [String: String] = ["Place": "Shelf", "Notes": "none", "Tags": "old"]
      for entry in try Self.history(of: item, in: home).reversed() {
        for change in entry.changes {
          #expect(
            present[change.what] == change.before,
            "\(item), \(change.what), change \(entry.number): \(comment)")
          present[change.what] = change.after
          values[item, default: []].append(change.after ?? "")
        }
      }
      let shown = try home.run(["show", item]).text
      for (what, value) in present {
        #expect(
          shown.contains("\(what)\t\(value.replacing("; ", with: ", "))\n"),
          "\(item), \(what), \(value): \(shown) \(comment)")
      }
    }
    #expect(try home.run(["doctor"]).status == 0)
    return values
  }
}
