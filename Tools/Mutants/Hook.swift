/// The source file that is added to each module of the copy: the functions that the sites call.
enum Hook {
  static let fileName = "MutantHook.swift"

  /// The source of the hook.
  ///
  /// The environment says which site is active. Tests start programs with other environments, so
  /// the hook also reads those of its ancestor processes.
  static let source = """
    import Glibc

    nonisolated enum MutantHook {
      static let active = variable("MUTANT").flatMap { Int($0) } ?? 0

      nonisolated(unsafe) static let trace: UnsafeMutablePointer<UInt8>? = {
        guard let path = variable("MUTANT_TRACE") else { return nil }
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let memory = mmap(nil, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard let memory, memory != MAP_FAILED else { return nil }
        return memory.assumingMemoryBound(to: UInt8.self)
      }()

      private static func variable(_ name: String) -> String? {
        if let own = getenv(name) { return String(cString: own) }
        let start = Array((name + "=").utf8)
        var process = getppid()
        while process > 1 {
          for entry in read("/proc/\\(process)/environ").split(separator: 0)
          where entry.starts(with: start) {
            return String(decoding: entry.dropFirst(start.count), as: UTF8.self)
          }
          process = parent(of: process)
        }
        return nil
      }

      /// The state and the parent follow the name, which may hold anything.
      private static func parent(of process: pid_t) -> pid_t {
        let line = read("/proc/\\(process)/stat")
        guard let end = line.lastIndex(of: UInt8(ascii: ")")) else { return 0 }
        let words = line[end...].split(separator: UInt8(ascii: " "))
        return words.count > 2 ? pid_t(String(decoding: words[2], as: UTF8.self)) ?? 0 : 0
      }

      private static func read(_ path: String) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var result: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
          let count = Glibc.read(file, &part, part.count)
          if count <= 0 { return result }
          result += part[..<count]
        }
      }

      @inline(never) static func reaches(_ id: Int) -> Bool {
        if let trace { trace[id] = 1 }
        return id == active
      }
    }

    nonisolated func mutantNot(_ id: Int, _ value: Bool) -> Bool {
      MutantHook.reaches(id) ? !value : value
    }
    nonisolated func mutantOff(_ id: Int) -> Bool { MutantHook.reaches(id) }
    nonisolated func mutantNumber<T: ExpressibleByIntegerLiteral & AdditiveArithmetic>(
      _ id: Int, _ value: T
    ) -> T { MutantHook.reaches(id) ? value + 1 : value }
    nonisolated func mutantLess<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool {
      MutantHook.reaches(id) ? a <= b : a < b
    }
    nonisolated func mutantAtMost<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool {
      MutantHook.reaches(id) ? a < b : a <= b
    }
    nonisolated func mutantGreater<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool {
      MutantHook.reaches(id) ? a >= b : a > b
    }
    nonisolated func mutantAtLeast<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> Bool {
      MutantHook.reaches(id) ? a > b : a >= b
    }
    nonisolated func mutantPlus<T: AdditiveArithmetic>(_ id: Int, _ a: T, _ b: T) -> T {
      MutantHook.reaches(id) ? a - b : a + b
    }
    nonisolated func mutantMinus<T: AdditiveArithmetic>(_ id: Int, _ a: T, _ b: T) -> T {
      MutantHook.reaches(id) ? a + b : a - b
    }
    nonisolated func mutantMax<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> T {
      MutantHook.reaches(id) ? min(a, b) : max(a, b)
    }
    nonisolated func mutantMin<T: Comparable>(_ id: Int, _ a: T, _ b: T) -> T {
      MutantHook.reaches(id) ? max(a, b) : min(a, b)
    }

    """
}
