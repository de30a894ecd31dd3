// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that building the kit or Keepsake does not build these tools or swift-syntax.
let package = Package(
  name: "Tools",
  dependencies: [
    .package(name: "Reprise", path: ".."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    // The cost of Reprise and Keepsake next to that of other programs.
    .executableTarget(
      name: "reprise-benchmark",
      dependencies: [
        .product(name: "Reprise", package: "Reprise"),
        .product(name: "RepriseMedia", package: "Reprise"),
        .product(name: "RepriseSecurity", package: "Reprise"),
        .product(name: "Benchmarking", package: "Reprise"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      path: "Benchmarks", swiftSettings: [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "PlainList", path: "PlainList",
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .executableTarget(
      name: "Floor",
      dependencies: [
        .product(name: "Reprise", package: "Reprise"),
        .product(name: "Benchmarking", package: "Reprise"),
      ],
      path: "Floor"),

    // A mutation tester: finds changes to the program that no test notices.
    .executableTarget(
      name: "mutants",
      dependencies: [
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftOperators", package: "swift-syntax"),
      ],
      path: "Mutants", exclude: ["Unnoticed.md"]),
  ],
  swiftLanguageModes: [.v6]
)
