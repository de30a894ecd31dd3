import Testing

/// Starts work that a suite needs before any test runs.
///
/// The main actor serves its callers in turn. Asked in the middle of a run, it answers a suite after
/// all the tests that wait for it, and the suite's programs run when the machine is idle otherwise.
struct PreparingTrait: SuiteTrait {
  let start: @Sendable () -> Void

  func prepare(for test: Test) async throws { start() }
}

extension Trait where Self == PreparingTrait {
  /// Starts work for the suite before any test runs; the tests wait for its result.
  static func starts(_ work: @escaping @Sendable () -> Void) -> Self { Self(start: work) }
}
