// swift-tools-version: 6.2
import PackageDescription

/// Everything that owns views runs on the main actor (design: one turn, one function, one thread).
let mainActor: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

/// The wide-character curses, from Debian.
let curses: [LinkerSetting] = [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]

let package = Package(
  name: "Reprise",
  products: [
    .library(name: "Reprise", targets: ["Reprise"]),
    .library(name: "Protection", targets: ["Protection"]),
    .library(name: "RepriseTesting", targets: ["RepriseTesting"]),
    .executable(name: "keepsake", targets: ["Keepsake"]),
    .executable(name: "reprise-pictures", targets: ["PictureCompanion"]),
    .executable(name: "reprise-session", targets: ["SessionCompanion"]),
    .executable(name: "keepsake-line", targets: ["LineCompanion"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
  ],
  targets: [
    // The glass.
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .target(
      name: "CTerminal", dependencies: ["CNcurses"],
      linkerSettings: curses),
    .target(name: "Terminal", dependencies: ["CTerminal"]),
    .target(name: "WaitSupport", path: "Tests/WaitSupport"),
    .testTarget(name: "TerminalTests", dependencies: ["Terminal", "CTerminal", "WaitSupport"]),

    // The memory.
    .target(
      name: "CDatabase", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CFileSystem"),
    .target(
      name: "SystemSupport",
      dependencies: [
        "CDatabase", "CFileSystem",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "SystemSupportTests",
      dependencies: ["SystemSupport", .product(name: "GRDB", package: "GRDB.swift")]),
    .target(
      name: "Preservation",
      dependencies: [
        "CDatabase", "SystemSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "Crypto", package: "swift-crypto"),
      ]),
    .executableTarget(
      name: "StoringProbe", dependencies: ["Preservation"], path: "Tests/StoringProbe"),
    .testTarget(
      name: "PreservationTests",
      dependencies: [
        "Preservation", "RepriseTesting", "StoringProbe", "SystemSupport", "WaitSupport",
      ],
      exclude: ["Corpus/Files"]),

    // What searching takes for the same.
    .target(name: "CTextFolding"),
    .target(name: "TextFolding", dependencies: ["CTextFolding"]),
    .testTarget(name: "TextFoldingTests", dependencies: ["TextFolding"]),

    // The secrets.
    .target(name: "CKeyring"),
    .target(
      name: "Protection",
      dependencies: [
        "CKeyring", "Preservation", "SystemSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ]),
    .target(name: "CMemoryScan", path: "Tests/CMemoryScan"),
    .executableTarget(
      name: "ProtectionProbe", dependencies: ["CMemoryScan", "Protection"],
      path: "Tests/ProtectionProbe"),
    .testTarget(
      name: "ProtectionTests", dependencies: ["Protection", "ProtectionProbe", "RepriseTesting"]),

    // The kit.
    .target(name: "CNetwork"),
    .target(
      name: "Reprise",
      dependencies: [
        "CNetwork", "SystemSupport", "Terminal", "TextFolding", "Preservation",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: mainActor),
    // Pictures are decoded by a program of its own, which the kit starts.
    .systemLibrary(
      name: "CChafa", pkgConfig: "chafa", providers: [.apt(["libchafa-dev", "libglib2.0-dev"])]),
    .systemLibrary(
      name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .executableTarget(
      name: "PictureCompanion", dependencies: ["CChafa", "CJPEG", "CPNG"],
      linkerSettings: ["chafa", "jpeg", "png16", "glib-2.0", "pcre2-8", "z", "m"].map {
        .linkedLibrary($0)
      }),
    // How both companions below shut themselves in.
    .target(name: "CCompanion"),
    // What hears of logind looks for its library when it runs.
    .target(name: "CSystemBus", linkerSettings: [.linkedLibrary("dl")]),
    .executableTarget(name: "SessionCompanion", dependencies: ["CCompanion", "CSystemBus"]),
    .executableTarget(
      name: "LoginProbe", dependencies: ["CSystemBus"], path: "Tests/LoginProbe"),
    .target(name: "ProcessSupport", path: "Tests/ProcessSupport"),
    .target(
      name: "LoginSupport", dependencies: ["ProcessSupport", "WaitSupport"],
      path: "Tests/LoginSupport"),
    .executableTarget(name: "KeyringProbe", path: "Tests/KeyringProbe"),
    .target(name: "ScriptSupport", path: "Tests/ScriptSupport"),
    .target(name: "CPictureMaking", dependencies: ["CJPEG", "CPNG"], path: "Tests/CPictureMaking"),
    .systemLibrary(name: "CVterm", pkgConfig: "vterm", providers: [.apt(["libvterm-dev"])]),
    .target(name: "CPseudoTerminal"),
    .target(
      name: "RepriseTesting",
      dependencies: ["Reprise", "Terminal", "CPseudoTerminal", "CVterm"],
      swiftSettings: mainActor),
    .target(
      name: "CProbes", dependencies: ["CTerminal"], path: "Tests/CProbes"),
    .executableTarget(
      name: "TerminalProbe", dependencies: ["Terminal", "CProbes"],
      path: "Tests/TerminalProbe",
      swiftSettings: mainActor),
    .executableTarget(
      name: "RestoringProbe", dependencies: ["Reprise", "CProbes"], path: "Tests/RestoringProbe",
      swiftSettings: mainActor),
    .executableTarget(
      name: "LockingProbe",
      dependencies: ["Reprise", "Protection", .product(name: "Logging", package: "swift-log")],
      path: "Tests/LockingProbe", swiftSettings: mainActor),
    .testTarget(
      name: "PTYTests",
      dependencies: [
        "RepriseTesting", "TerminalProbe", "RestoringProbe", "LockingProbe", "LoginProbe",
        "LoginSupport", "Protection", "ScriptSupport", "SessionCompanion",
      ]),
    .testTarget(
      name: "RepriseTests",
      dependencies: [
        "RepriseTesting", "CPictureMaking", "Protection", "preview", "SessionCompanion",
        "LoginProbe", "LoginSupport", "ScriptSupport", "WaitSupport",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: mainActor),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "RepriseTesting", "LoginProbe", "LoginSupport", "SessionCompanion",
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["rules.txt", "account.txt", "contract.txt"], swiftSettings: mainActor),

    // What a stranger begins with.
    .executableTarget(
      name: "hello", dependencies: ["Reprise"], path: "Sources/Examples/Hello",
      swiftSettings: mainActor),
    .executableTarget(
      name: "notes", dependencies: ["Reprise"], path: "Sources/Examples/Notes",
      swiftSettings: mainActor),
    .executableTarget(
      name: "playlist", dependencies: ["Reprise"], path: "Sources/Examples/Playlist",
      swiftSettings: mainActor),
    .executableTarget(
      name: "preview", dependencies: ["Reprise"], path: "Sources/Examples/Preview",
      swiftSettings: mainActor),
    .testTarget(
      name: "ExampleTests",
      dependencies: ["hello", "notes", "playlist", "preview", "RepriseTesting"]),

    // The model.
    .systemLibrary(name: "CArchive", providers: [.apt(["libarchive-dev"])]),
    .target(name: "Archives", dependencies: ["CArchive"]),
    .target(
      name: "Inventory",
      dependencies: [
        "Archives", "CDatabase", "Household", "SystemSupport", "TextFolding",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "Mustache", package: "swift-mustache"),
      ]),
    .testTarget(
      name: "InventoryTests",
      dependencies: [
        "Archives", "CArchive", "Household", "Inventory", "RepriseTesting", "Resources",
        "SystemSupport", "WaitSupport",
      ],
      exclude: ["Corpus"]),

    // What several homes have in common.
    .target(
      name: "Household",
      dependencies: ["SystemSupport", .product(name: "Crypto", package: "swift-crypto")]),
    .testTarget(
      name: "HouseholdTests",
      dependencies: ["Household", .product(name: "Crypto", package: "swift-crypto")]),

    // The line to a household's server, which a program of its own holds.
    .executableTarget(
      name: "LineCompanion", dependencies: ["CCompanion"], linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "HouseholdServer", dependencies: ["SystemSupport"]),
    .target(
      name: "PostgresSupport", dependencies: ["ProcessSupport", "WaitSupport"],
      path: "Tests/PostgresSupport"),
    .target(
      name: "HouseholdExchange",
      dependencies: [
        "Household", "HouseholdServer", "Inventory", "SystemSupport",
        .product(name: "Crypto", package: "swift-crypto"),
      ]),
    .testTarget(
      name: "HouseholdExchangeTests",
      dependencies: [
        "HouseholdExchange", "Household", "HouseholdServer", "Inventory", "LineCompanion",
        "PostgresSupport", "SystemSupport", "WaitSupport",
      ]),
    .testTarget(
      name: "HouseholdServerTests",
      dependencies: [
        "HouseholdServer", "LineCompanion", "PostgresSupport", "ProcessSupport", "RepriseTesting",
        "ScriptSupport", "SystemSupport", "WaitSupport",
      ]),

    // The app.
    .target(
      name: "Resources", path: "Resources", exclude: ["keepsake.svg"],
      resources: [
        .embedInCode("sample-home.csv"), .embedInCode("keepsake.storyboard"),
        .embedInCode("report-head.mustache"), .embedInCode("report-heading.mustache"),
        .embedInCode("report-item.mustache"), .embedInCode("report-foot.mustache"),
      ]),
    .target(name: "CKeepsake", dependencies: ["CTerminal"]),
    .target(name: "CICUData"),
    .executableTarget(
      name: "Keepsake",
      dependencies: [
        "CKeepsake", "CICUData", "SystemSupport", "Reprise", "Terminal", "Preservation",
        "Protection", "Inventory", "Household", "HouseholdExchange", "HouseholdServer", "Resources",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: mainActor),

    // The arrows between folders.
    .testTarget(name: "StructureTests"),

    // What it takes, beside what others take.
    .executableTarget(
      name: "PlainList", dependencies: ["CNcurses"], linkerSettings: curses),
    .executableTarget(name: "Floor", dependencies: ["Reprise", "Inventory"]),
    .executableTarget(
      name: "reprise-benchmark",
      dependencies: [
        "Reprise", "Inventory", "PostgresSupport", "Protection", "CPseudoTerminal", "Resources",
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      path: "Sources/Benchmarks", swiftSettings: mainActor),

    .testTarget(
      name: "KeepsakeTests",
      dependencies: ["Keepsake", "RepriseTesting", "CPictureMaking", "WaitSupport"],
      exclude: ["Pictures"], swiftSettings: mainActor),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Keepsake", "RepriseTesting", "CKeyring", "CPictureMaking", "KeyringProbe", "LineCompanion",
        "LoginProbe", "LoginSupport", "PostgresSupport", "ProcessSupport", "Protection",
        "ScriptSupport", "SessionCompanion", "WaitSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
