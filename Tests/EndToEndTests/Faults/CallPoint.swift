/// One call of the system by which the program changes what outlives it, of one run of a script.
struct CallPoint: Hashable, CustomStringConvertible {
  /// The calls that count as such; of `openat` also those that only read, since they can fail, too.
  static let calls = [
    "openat", "write", "pwrite64", "fsync", "fdatasync", "rename", "renameat2", "unlink",
    "unlinkat", "ftruncate", "link", "linkat", "mkdir", "mkdirat",
  ]

  /// The name of the call.
  var call: String

  /// The file, by its path in the home; `nil` for one with a random name.
  var file: String?

  /// How many calls of this name on this file, or on any, the thread has made with it.
  var number: Int

  var description: String { "\(call) \(number) of \(file ?? "a file with a random name")" }

  /// The arguments that have strace look at this file only, and do something to one call or more.
  ///
  /// - Parameter what: What and when, as after the name of the call in `-e inject`.
  func arguments(home: String, doing what: String) -> [String] {
    (file.map { ["-P", "\(home)/\($0)"] } ?? [])
      + ["-e", "trace=\(call)", "-e", "inject=\(call):\(what)"]
  }
}

/// What strace saw of a whole run.
struct CallCount {
  /// Every call that can be picked out, file by file.
  private(set) var points: [CallPoint] = []

  /// The calls of threads that were not the busiest on their file.
  ///
  /// strace counts for each thread, so the number of such a call is that of another one before it.
  private(set) var hidden = 0

  /// How many calls there were.
  private(set) var total = 0

  private struct Place: Hashable {
    var call: String
    var file: String
  }

  /// Reads what strace wrote with `-f -y`.
  init(log: String, home: String) {
    var counts: [Place: [Substring: Int]] = [:]
    var all: [String: [Substring: Int]] = [:]
    for line in log.split(separator: "\n") {
      guard let call = TracedCall(line) else { continue }
      all[call.name, default: [:]][call.thread, default: 0] += 1
      guard let file = call.files(in: home).last else { continue }
      total += 1
      if call.files(in: home).allSatisfy(Self.isRandom) {
        let number = all[call.name]?[call.thread] ?? 0
        // Of the calls of all threads the one with this number that comes first is hit.
        let isFirst = all[call.name]?.allSatisfy { $0.key == call.thread || $0.value < number }
        if isFirst == true {
          points.append(CallPoint(call: call.name, file: nil, number: number))
        } else {
          hidden += 1
        }
      } else {
        let known = call.files(in: home).last { !Self.isRandom($0) } ?? file
        counts[Place(call: call.name, file: known), default: [:]][call.thread, default: 0] += 1
      }
    }
    for (place, threads) in counts {
      let most = threads.values.max() ?? 0
      hidden += threads.values.reduce(0, +) - most
      points += (0..<most).map {
        CallPoint(call: place.call, file: place.file, number: $0 + 1)
      }
    }
    points.sort {
      ("\($0.file ?? "") \($0.call)", $0.number) < ("\($1.file ?? "") \($1.call)", $1.number)
    }
  }

  /// Whether a name ends in a random number, as those of files that are not complete yet.
  private static func isRandom(_ file: String) -> Bool {
    let end = file.split(separator: ".").last ?? ""
    return end.count > 9 && end.allSatisfy(\.isNumber)
  }
}

/// A line that strace wrote.
struct TracedCall {
  var thread: Substring
  var name: String
  private var text: Substring

  /// Takes a line apart; `nil` for the second half of a call, and what is no call.
  init?(_ line: Substring) {
    let parts = line.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    thread = parts[0]
    text = parts[1].drop { $0 == " " }
    guard let end = text.firstIndex(of: "("), CallPoint.calls.contains(String(text[..<end])) else {
      return nil
    }
    name = String(text[..<end])
  }

  /// The files below a directory that the call names or has open, in order.
  func files(in directory: String) -> [String] {
    let start = directory + "/"
    return text.split { "<>\"".contains($0) }.filter { $0.hasPrefix(start) }
      .map { String($0.dropFirst(start.count)) }
  }
}
