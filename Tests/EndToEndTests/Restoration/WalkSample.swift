import TestSupport
import Foundation
import RepriseTesting

/// The walks of a run, and their expected screens.
enum WalkSample {
  static let batches = 10

  /// The number of walks of a normal run.
  private static let size: UInt64 = 60

  /// Computed before other tests occupy the main actor; walks beyond a normal run are computed on demand.
  private static let early = Dictionary(
    uniqueKeysWithValues: (0..<batches).flatMap(seeds).prefix(Int(size)).map { seed in
      (seed, Task { try await Twin.prediction(of: Walk(seed: seed)) })
    })

  @Sendable static func start() { _ = early }

  /// The seeds of one batch.
  static func seeds(of batch: Int) -> [UInt64] {
    let environment = ProcessInfo.processInfo.environment
    if let some = environment["KEEPSAKE_WALK"] {
      let seeds = some.split(separator: ",").compactMap { UInt64($0) }
      return stride(from: batch, to: seeds.count, by: batches).map { seeds[$0] }
    }
    let all =
      environment["KEEPSAKE_WALKS"].flatMap(UInt64.init).map { 0..<$0 }
      ?? RunSeed.number * 1_000..<RunSeed.number * 1_000 + size
    return stride(from: all.lowerBound + UInt64(batch), to: all.upperBound, by: batches).map(\.self)
  }

  /// The screens of a walk.
  static func prediction(of walk: Walk) async throws -> Prediction {
    if let task = early[walk.seed] { return try await task.value }
    return try await Twin.prediction(of: walk)
  }
}
