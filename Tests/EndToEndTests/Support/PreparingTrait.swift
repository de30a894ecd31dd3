import Testing

/// Starts work that a suite needs before any test runs.
///
/// The main actor serves its callers in order. If the work started during a run, it would finish only after all tests
/// that wait for the main actor, and the suite's programs would run last, alone.
struct PreparingTrait: SuiteTrait {
  let start: @Sendable () -> Void

  func prepare(for test: Test) async throws { start() }
}

extension Trait where Self == PreparingTrait {
  /// Starts work for the suite before any test runs; the tests wait for its result.
  static func starts(_ work: @escaping @Sendable () -> Void) -> Self { Self(start: work) }
}
