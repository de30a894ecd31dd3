/// One system call of a script's run that changes persistent data.
struct CallPoint: Hashable, CustomStringConvertible {
  /// The system calls that count; for `openat`, read-only calls count as well, since they can fail, too.
  static let calls = [
    "openat", "write", "pwrite64", "fsync", "fdatasync", "rename", "renameat2", "unlink",
    "unlinkat", "ftruncate", "link", "linkat", "mkdir", "mkdirat",
  ]

  /// The name of the call.
  var call: String

  /// The file, by its path in the home; `nil` for a file with a random name.
  var file: String?

  /// The number of this call among the thread's calls with this name, on this file or on any.
  var number: Int

  var description: String { "\(call) \(number) of \(file ?? "a file with a random name")" }

  /// The arguments that limit strace to this file and inject the fault.
  ///
  /// - Parameter what: The fault and its time, in the syntax that follows the call's name in `-e inject`.
  func arguments(home: String, doing what: String) -> [String] {
    (file.map { ["-P", "\(home)/\($0)"] } ?? [])
      + ["-e", "trace=\(call)", "-e", "inject=\(call):\(what)"]
  }
}

/// The calls that strace recorded in a whole run.
struct CallCount {
  /// Every call that can be selected, file by file.
  private(set) var points: [CallPoint] = []

  /// The number of calls by threads that weren't the busiest on their file.
  ///
  /// strace counts per thread, so the number also matches an earlier call of another thread.
  private(set) var hidden = 0

  /// The total number of calls.
  private(set) var total = 0

  private struct Place: Hashable {
    var call: String
    var file: String
  }

  /// Parses the output of `strace -f -y`.
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
        // A fault hits the first call of any thread with this number.
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

  /// Whether a name ends in a random number, as the names of incomplete files do.
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

  /// Parses a line; `nil` for the second half of a call and for anything else.
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

  /// The files below a directory that are arguments or open descriptors of the call, in order.
  func files(in directory: String) -> [String] {
    let start = directory + "/"
    return text.split { "<>\"".contains($0) }.filter { $0.hasPrefix(start) }
      .map { String($0.dropFirst(start.count)) }
  }
}
