/// What is added to each module of the copy: the functions that the sites call.
enum Hook {
  static let fileName = "MutantHook.swift"

  /// The hook, for a copy whose notes lie in a directory.
  ///
  /// Which site is switched on comes from the environment, and for the programs that tests start with
  /// an environment of their own from a file.
  static func source(notes: String) -> String {
    """
    import Glibc

    nonisolated enum MutantHook {
      static let active: Int = {
        if let text = getenv("MUTANT") { return Int(String(cString: text)) ?? 0 }
        return read("\(notes)/active")
      }()

      nonisolated(unsafe) static let trace: UnsafeMutablePointer<UInt8>? = {
        let path = getenv("MUTANT_TRACE").map { String(cString: $0) } ?? "\(notes)/trace"
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let memory = mmap(nil, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard let memory, memory != MAP_FAILED else { return nil }
        return memory.assumingMemoryBound(to: UInt8.self)
      }()

      private static func read(_ path: String) -> Int {
        guard let file = fopen(path, "re") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 32)
        return fgets(&line, 32, file) == nil ? 0 : atol(line)
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
}
