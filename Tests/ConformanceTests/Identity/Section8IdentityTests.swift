@testable import RepriseSystem
import Foundation
import RepriseTesting
import Testing

@testable import Reprise

/// Identifiers of installations: contract 8.7.2 to 8.7.4.
@Suite(.timeLimit(.minutes(60))) struct Section8IdentityTests {
  private let home = TemporaryHome()
  private var folder: String { home.path }
  private let shelf = UUID()

  /// The directories of an app in a home, with its data directory created.
  private func directories(_ app: String = "notes", home: String = "home") throws -> AppDirectories
  {
    let directories = try AppDirectories(name: app, variables: ["HOME": "\(folder)/\(home)"])
    try FileManager.default.createDirectory(
      atPath: directories.data, withIntermediateDirectories: true)
    return directories
  }

  /// A machine whose identity file has this content.
  private func machine(
    _ text: String = "0123456789abcdef0123456789abcdef\n"
  ) throws
    -> MachineIdentity?
  {
    let file = folder + "/machine-\(UUID().uuidString)"
    try Data(text.utf8).write(to: URL(filePath: file))
    return MachineIdentity(files: [folder + "/none", file])
  }

  @Test func rule_8_7_2_anInstallationHasOneIdentifier() throws {
    let machine = try #require(try machine())
    let first = try #require(try directories().identifierForVendor(of: shelf, on: machine))
    #expect(try directories().identifierForVendor(of: shelf, on: machine) == first)
    // A symbolic link leads to the same installation.
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/link", withDestinationPath: folder + "/home")
    #expect(try directories(home: "link").identifierForVendor(of: shelf, on: machine) == first)
  }

  @Test func rule_8_7_2_anotherMachineHasAnotherIdentifier() throws {
    let one = try #require(try machine())
    let other = try #require(try machine("0123456789abcdef0123456789abcdee\n"))
    let home = try directories()
    #expect(
      home.identifierForVendor(of: shelf, on: one) != home.identifierForVendor(of: shelf, on: other)
    )
  }

  @Test func rule_8_7_2_aCopiedHomeHasAnotherIdentifier() throws {
    let machine = try #require(try machine())
    let original = try directories().identifierForVendor(of: shelf, on: machine)
    #expect(try directories(home: "copy").identifierForVendor(of: shelf, on: machine) != original)
    #expect(try directories().identifierForVendor(of: UUID(), on: machine) != original)
    #expect(try directories().identifierForVendor(of: nil, on: machine) != original)
    #expect(try directories("films").identifierForVendor(of: shelf, on: machine) != original)
  }

  @Test func rule_8_7_2_anotherLoginHasAnotherIdentifier() throws {
    let machine = try #require(try machine())
    var identifier = VendorIdentifier(app: "notes", user: 1000, directory: "/srv", contents: shelf)
    let first = identifier.value(on: machine)
    identifier.user = 1001
    #expect(identifier.value(on: machine) != first)
  }

  /// Names and numbers that are equal when concatenated.
  @Test func rule_8_7_2_equalConcatenationsAreTwoInstallations() throws {
    let machine = try #require(try machine())
    let parts: [(String, UInt32, String)] = [
      ("notes", 11, "/srv"), ("notes1", 1, "/srv"), ("notes11", 1, "/srv"), ("notes", 1, "1/srv"),
    ]
    let identifiers = parts.map { app, user, directory in
      VendorIdentifier(app: app, user: user, directory: directory, contents: nil)
        .value(on: machine)
    }
    #expect(Set(identifiers).count == parts.count)
  }

  /// As in a system image that hasn't booted yet.
  @Test func rule_8_7_2_anEmptyMachineFileFallsBackToTheNext() throws {
    let good = try #require(try machine())
    let files = ["uninitialized\n", "fedcba9876543210fedcba9876543210\n"].map {
      (text: $0, path: folder + "/other-\(UUID().uuidString)")
    }
    for file in files { try Data(file.text.utf8).write(to: URL(filePath: file.path)) }
    let found = try #require(MachineIdentity(files: files.map(\.path)))
    #expect(found.digits == "fedcba9876543210fedcba9876543210" && found != good)
  }

  /// RFC 9562, 5.8: the digits that encode version and variant.
  @Test func rule_8_7_2_theIdentifierIsAValidUUID() throws {
    let machine = try #require(try machine())
    for _ in 0..<20 {
      let text = try #require(try directories().identifierForVendor(of: UUID(), on: machine))
        .uuidString
      #expect(text.dropFirst(14).first == "8")
      #expect("89AB".contains(text.dropFirst(19).first ?? "-"))
    }
  }

  @Test(arguments: [
    "", "\n", "uninitialized\n", "0123456789abcdef0123456789abcde\n",
    "0123456789abcdef0123456789abcdefa\n", "0123456789abcdeg0123456789abcdef\n",
    "00000000000000000000000000000000\n", "٠١٢٣٤٥٦٧٨٩abcdef\n",
  ])
  func rule_8_7_2_aMachineWithoutAnIdentityGivesNone(_ text: String) throws {
    #expect(try machine(text) == nil)
  }

  @Test func rule_8_7_2_noIdentifierExistsBeforeData() throws {
    let machine = try #require(try machine())
    let home = try AppDirectories(name: "notes", variables: ["HOME": folder + "/nobody"])
    #expect(home.identifierForVendor(of: shelf, on: machine) == nil)
  }

  @Test func rule_8_7_3_theAdvertisingIdentifierIsAllZeros() {
    #expect(
      IdentifierManager.advertisingIdentifier.uuidString == "00000000-0000-0000-0000-000000000000")
    #expect(!IdentifierManager.isAdvertisingTrackingEnabled)
  }
}
