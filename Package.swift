// swift-tools-version: 6.2
import PackageDescription

/// Everything that owns views runs on the main actor (design: one turn, one function, one thread).
let mainActor: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")

/// The kit.
let reprise: [Target] = [
  // What Swift cannot call: the system, and SQLite's functions with any number of arguments.
  .target(name: "CSystem"),
  .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
  .target(name: "Storage", dependencies: ["CSystem", "CSQLite", grdb, sqlite]),

  // The process that the shell waits for, and that restores the terminal.
  .target(name: "CGuardian"),
  .target(name: "Guardian", dependencies: ["CGuardian"]),

  // The screen.
  .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
  .target(
    name: "CTerminal", dependencies: ["CNcurses"],
    linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
  .target(name: "Terminal", dependencies: ["CGuardian", "CTerminal"]),

  // The saved state.
  .target(
    name: "Preservation", dependencies: ["CSQLite", "Storage", grdb, sqlite, crypto]),

  // What searching takes for the same.
  .target(name: "CTextFolding"),
  .target(name: "TextFolding", dependencies: ["CTextFolding"]),

  // Opt-in: keys that a passphrase opens, and files under them.
  .target(
    name: "RepriseSecurity",
    dependencies: ["CSystem", "Preservation", "Storage", crypto, cryptoExtras]),

  .target(
    name: "Reprise",
    dependencies: [
      "CSystem", "Guardian", "Storage", "Terminal", "TextFolding", "Preservation", logging,
    ],
    swiftSettings: mainActor),

  // Opt-in: accessories, power, the login's session, the network, sound and identity.
  .target(
    name: "RepriseSystem",
    dependencies: ["CSystem", "Preservation", "Reprise", "Storage", "Terminal"],
    swiftSettings: mainActor),

  // Opt-in: pictures, decoded by a companion.
  .target(
    name: "RepriseMedia", dependencies: ["Preservation", "Reprise", "Storage", "Terminal"],
    swiftSettings: mainActor),

  // The commands that every app can have.
  .target(
    name: "RepriseCommands",
    dependencies: ["Preservation", "Reprise", "Storage", "Terminal", argumentParser]),

  // Pictures are decoded by a program of its own, which the kit starts.
  .systemLibrary(
    name: "CChafa", pkgConfig: "chafa", providers: [.apt(["libchafa-dev", "libglib2.0-dev"])]),
  .systemLibrary(
    name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
  .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
  .executableTarget(
    name: "PictureCompanion", dependencies: ["CChafa", "CCompanion", "CJPEG", "CPNG"],
    linkerSettings: ["chafa", "jpeg", "png16", "glib-2.0", "pcre2-8", "z", "m"].map {
      .linkedLibrary($0)
    }),

  // PDF, WebP and HEIC: it looks for their libraries when it runs.
  .executableTarget(
    name: "DocumentCompanion", dependencies: ["CCompanion", "CJPEG"],
    linkerSettings: ["jpeg", "m", "dl"].map { .linkedLibrary($0) }),

  // What the companions share: frames, and giving up what they don't need.
  .target(name: "CCompanion"),
  // What hears of logind looks for its library when it runs.
  .target(name: "CSystemBus", linkerSettings: [.linkedLibrary("dl")]),
  .executableTarget(name: "LogindCompanion", dependencies: ["CCompanion", "CSystemBus"]),

  // What an app's tests run it in.
  .systemLibrary(name: "CVterm", pkgConfig: "vterm", providers: [.apt(["libvterm-dev"])]),
  .target(name: "CPseudoTerminal"),
  .target(
    name: "RepriseTesting", dependencies: ["Reprise", "Terminal", "CPseudoTerminal", "CVterm"],
    swiftSettings: mainActor),
]

/// The app.
///
/// Without access to what is declared `package` it sees of the kit what any app sees; so do its tests, and the examples.
let keepsake: [Target] = [
  // The model.
  .systemLibrary(name: "CArchive", providers: [.apt(["libarchive-dev"])]),
  .target(name: "Archives", dependencies: ["CArchive"], packageAccess: false),
  .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
  .target(name: "Spreadsheets", dependencies: ["Archives", "CExpat"], packageAccess: false),
  .target(
    name: "Inventory",
    dependencies: [
      "Archives", "CSQLite", "Spreadsheets", "Storage", "TextFolding", crypto, grdb, sqlite,
      mustache,
    ], packageAccess: false),

  // Households: several homes share one inventory by a server, and a program of its own connects to that.
  .target(
    name: "Sync", dependencies: ["Inventory", "Storage", crypto, grdb], packageAccess: false),
  .executableTarget(
    name: "PostgresCompanion", dependencies: ["CCompanion"], linkerSettings: [.linkedLibrary("dl")]),

  .target(name: "CKeepsake", dependencies: ["CGuardian", "CTerminal"]),
  .executableTarget(
    name: "Keepsake",
    dependencies: [
      "CKeepsake", "Storage", "Reprise", "RepriseCommands", "RepriseMedia", "RepriseSecurity",
      "RepriseSystem", "Terminal", "Preservation", "Inventory", "Sync", "Resources", argumentParser,
    ],
    packageAccess: false,
    swiftSettings: mainActor),
]

/// What an app developer begins with.
let examples: [Target] =
  [
    .executableTarget(
      name: "hello", dependencies: ["Reprise", "RepriseCommands"], packageAccess: false,
      swiftSettings: mainActor)
  ]
  + ["notes", "playlist"].map {
    .executableTarget(
      name: $0, dependencies: ["Reprise"], packageAccess: false, swiftSettings: mainActor)
  }
  + [
    .executableTarget(
      name: "preview", dependencies: ["Reprise", "RepriseMedia"], packageAccess: false,
      swiftSettings: mainActor)
  ]

let repriseTests: [Target] = [
  .testTarget(
    name: "StorageTests", dependencies: ["RepriseTesting", "Storage", "TestSupport", grdb]),
  .testTarget(name: "TerminalTests", dependencies: ["Terminal", "CTerminal", "TestSupport"]),
  .testTarget(
    name: "PreservationTests",
    dependencies: ["Preservation", "RepriseTesting", "StoringProbe", "Storage", "TestSupport"],
    exclude: ["Corpus/Files"]),
  .testTarget(name: "TextFoldingTests", dependencies: ["TestSupport", "TextFolding"]),
  .testTarget(
    name: "RepriseSecurityTests",
    dependencies: ["RepriseSecurity", "ProtectionProbe", "RepriseTesting", "TestSupport"]),
  .testTarget(
    name: "PTYTests",
    dependencies: [
      "RepriseTesting", "TerminalProbe", "RestoringProbe", "LockingProbe", "LoginProbe",
      "LoginSupport", "RepriseSecurity", "LogindCompanion", "TestSupport",
    ]),
  .testTarget(
    name: "RepriseTests",
    dependencies: [
      "RepriseTesting", "CPictureMaking", "RepriseMedia", "RepriseSecurity", "RepriseSystem",
      "preview",
      "LogindCompanion", "LoginProbe", "LoginSupport", "TestSupport", logging,
    ],
    exclude: ["AttributedTexts/Pictures", "Controllers/Pictures", "Progress/Pictures"],
    swiftSettings: mainActor),
]

let keepsakeTests: [Target] = [
  .testTarget(
    name: "InventoryTests",
    dependencies: [
      "Archives", "CArchive", "Inventory", "InventorySupport", "RepriseTesting", "Resources",
      "Spreadsheets", "Storage", "TestSupport",
    ],
    exclude: ["Corpus"], packageAccess: false),
  .testTarget(
    name: "SyncTests",
    dependencies: [
      "Inventory", "InventorySupport", "PostgresCompanion", "PostgresSupport", "RepriseTesting",
      "Storage", "Sync", "TestSupport", crypto,
    ], packageAccess: false),
  .testTarget(
    name: "KeepsakeTests",
    dependencies: ["Archives", "Keepsake", "RepriseTesting", "CPictureMaking", "TestSupport"],
    exclude: ["Pictures"], packageAccess: false, swiftSettings: mainActor),
]

let exampleTests: [Target] = [
  .testTarget(
    name: "ExampleTests",
    dependencies: [
      "hello", "notes", "playlist", "preview", "Guardian", "Preservation", "Reprise",
      "RepriseCommands", "RepriseMedia", "RepriseSecurity", "RepriseSystem", "RepriseTesting",
      "Storage", "Terminal", "TestSupport", "TextFolding", argumentParser, grdb,
    ],
    packageAccess: false)
]

/// The real program.
let endToEndTests: [Target] = [
  .testTarget(
    name: "EndToEndTests",
    dependencies: [
      "Keepsake", "RepriseTesting", "CSystem", "CPictureMaking", "KeyringProbe",
      "LogindCompanion", "LoginProbe", "LoginSupport", "PostgresCompanion", "PostgresSupport",
      "RepriseSecurity", "TestSupport",
    ], packageAccess: false)
]

/// What looks at all of it: the contract, and the arrows between folders.
let wholeTests: [Target] = [
  .testTarget(
    name: "ConformanceTests",
    dependencies: [
      "RepriseTesting", "RepriseSystem", "Guardian", "LoginProbe", "LoginSupport",
      "LogindCompanion", "TestSupport", logging,
    ],
    exclude: ["rules.txt", "account.txt", "contract.txt"], swiftSettings: mainActor),
  .testTarget(name: "StructureTests", dependencies: ["TestSupport"]),
]

let testSupport: [Target] = [
  .target(name: "BenchmarkSupport", dependencies: ["Preservation", "Reprise"]),
  .target(name: "TestSupport", dependencies: ["Storage"]),
  .target(
    name: "InventorySupport", dependencies: ["Inventory", "RepriseTesting", grdb],
    packageAccess: false),
  .target(name: "LoginSupport", dependencies: ["TestSupport"]),
  .target(name: "PostgresSupport", dependencies: ["TestSupport"]),
  .target(name: "CMemoryScan"),
  .target(name: "CPictureMaking", dependencies: ["CJPEG", "CPNG"]),
  .target(name: "CProbes", dependencies: ["CGuardian"]),
  .executableTarget(name: "KeyringProbe"),
  .executableTarget(
    name: "LockingProbe", dependencies: ["Reprise", "RepriseSecurity", "RepriseSystem", logging],
    swiftSettings: mainActor),
  .executableTarget(name: "LoginProbe", dependencies: ["CSystemBus"]),
  .executableTarget(name: "ProtectionProbe", dependencies: ["CMemoryScan", "RepriseSecurity"]),
  .executableTarget(
    name: "RestoringProbe", dependencies: ["CProbes", "Guardian", "Reprise", "RepriseSystem"],
    swiftSettings: mainActor),
  .executableTarget(name: "StoringProbe", dependencies: ["Preservation"]),
  .executableTarget(
    name: "TerminalProbe", dependencies: ["CProbes", "Guardian", "Terminal"],
    swiftSettings: mainActor),
]

/// Targets that each lie in a folder of their name.
func targets(_ targets: [Target], in folder: String) -> [Target] {
  for target in targets { target.path = "\(folder)/\(target.name)" }
  return targets
}

let package = Package(
  name: "Reprise",
  products: [
    .library(
      name: "Reprise",
      targets: ["Reprise", "Guardian", "Preservation", "Storage", "Terminal", "TextFolding"]),
    .library(name: "RepriseCommands", targets: ["RepriseCommands"]),
    .library(name: "RepriseMedia", targets: ["RepriseMedia"]),
    .library(name: "RepriseSecurity", targets: ["RepriseSecurity"]),
    .library(name: "RepriseSystem", targets: ["RepriseSystem"]),
    .library(name: "RepriseTesting", targets: ["RepriseTesting"]),
    // What the benchmarks in `Tools` look at, and nobody else.
    .library(
      name: "Benchmarking",
      targets: ["BenchmarkSupport", "CPseudoTerminal", "Inventory", "PostgresSupport", "Resources"]),
    .executable(name: "keepsake", targets: ["Keepsake"]),
    .executable(name: "reprise-pictures", targets: ["PictureCompanion"]),
    .executable(name: "reprise-documents", targets: ["DocumentCompanion"]),
    .executable(name: "reprise-logind", targets: ["LogindCompanion"]),
    .executable(name: "keepsake-postgres", targets: ["PostgresCompanion"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ],
  targets: targets(reprise, in: "Sources/Reprise")
    + targets(keepsake, in: "Sources/Keepsake")
    + targets(examples, in: "Sources/Examples")
    + targets(repriseTests, in: "Tests/Reprise")
    + targets(keepsakeTests, in: "Tests/Keepsake")
    + targets(exampleTests, in: "Tests/Examples")
    + targets(endToEndTests, in: "Tests")
    + targets(wholeTests, in: "Tests")
    + targets(testSupport, in: "Tests/Support")
    + [
      .target(
        name: "Resources", path: "Resources", exclude: ["packaging"],
        resources: [
          .embedInCode("sample-home.csv"), .embedInCode("keepsake.storyboard"),
          .embedInCode("report-head.mustache"), .embedInCode("report-heading.mustache"),
          .embedInCode("report-item.mustache"), .embedInCode("report-figure.mustache"),
          .embedInCode("report-foot.mustache"),
        ])
    ],
  swiftLanguageModes: [.v6]
)

// SwiftPM links all tests into one bundle, so `Scripts/test NAME` leaves out the targets that it does not run.
if let wanted = Context.environment["REPRISE_TEST_TARGET"] {
  package.targets.removeAll { $0.type == .test && $0.name != wanted }
}

// Tests spend most of their time in reading the screens of terminals, and in laying out and drawing them.
// `Scripts/test` compiles that code with optimization, which a package that others depend on can't request by itself;
// assertions stay.
if Context.environment["REPRISE_FAST_TESTS"] != nil {
  for target in package.targets
  where ["Reprise", "RepriseTesting", "Storage", "Terminal"].contains(target.name) {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(["-O", "-assert-config", "Debug"])]
  }
}

// `Scripts/docs` alone needs the documentation plugin; apps on the kit need not fetch it.
if Context.environment["REPRISE_DOCS"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}
