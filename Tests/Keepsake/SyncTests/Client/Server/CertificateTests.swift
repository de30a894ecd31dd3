import Foundation
import PostgresSupport
import Testing

@testable import Sync

/// Over a network the server must present a valid certificate, whatever the address says.
@Suite struct CertificateTests {
  private func join(
    _ house: TestHousehold, host: String, password: String = "secret", rest: String
  ) throws -> SyncClient {
    let address = house.server.networkAddress(house.database, host: host, password: password)
    return try house.join(address: address + rest)
  }

  /// The reason why a server is refused; nil if it is accepted.
  private func refusal(_ work: () throws -> SyncClient) throws -> String? {
    do {
      _ = try work()
      return nil
    } catch SyncError.refused(let line) {
      return line
    }
  }

  @Test func aCertificateWithTheRightNameAndAuthorityIsAccepted() throws {
    let house = try TestHousehold()
    _ = try house.create()
    let authority = try SharedServer.get().certificates.authority
    let server = try join(house, host: "localhost", rest: "?sslrootcert=\(authority)")
    #expect(try server.send(operations(1...3), from: "laptop") == 3)
    let rows = try server.line.query("select ssl from pg_stat_ssl where pid = pg_backend_pid()")
    #expect(try rows.number(0, 0) == 1)
  }

  @Test(arguments: ["", "&sslmode=disable", "&sslmode=require", "&sslmode=verify-ca"])
  func aCertificateForAnotherNameIsRefused(mode: String) throws {
    let house = try TestHousehold()
    _ = try house.create()
    let authority = try SharedServer.get().certificates.authority
    let line = try refusal {
      try join(house, host: "127.0.0.1", rest: "?sslrootcert=\(authority)\(mode)")
    }
    #expect(line?.contains("does not match host name \"127.0.0.1\"") == true, "\(line ?? "used")")
    // A network address next to a socket's path doesn't make the connection a local one.
    let address = "host=/tmp hostaddr=127.0.0.1 port=\(house.server.port) user=owner"
    #expect(try refusal { try house.join(address: address + " password=secret") } != nil)
  }

  @Test(
    arguments: ["localhost", "localhost:1,localhost"],
    ["", "?sslmode=disable", "?sslmode=prefer", "?sslmode=require"])
  func anUnknownAuthorityIsRefused(host: String, mode: String) throws {
    let house = try TestHousehold()
    _ = try house.create()
    let line = try refusal { try join(house, host: host, rest: mode) }
    #expect(line?.contains("certificate") == true, "\(line ?? "used")")
  }

  /// A name may have several addresses, and at the first one nothing may listen.
  @Test(arguments: ["localhost", "localhost:1,localhost"])
  func aWrongPasswordIsRefusedAndNotShown(host: String) throws {
    let house = try TestHousehold()
    _ = try house.create()
    let authority = try SharedServer.get().certificates.authority
    let line = try refusal {
      try join(house, host: host, password: "hidden", rest: "?sslrootcert=\(authority)")
    }
    #expect(line == "password authentication failed for user \"owner\"")
  }

  @Test func aServerWithoutCertificateIsRefused() throws {
    let fake = try FakeServer { descriptor in
      var request = [UInt8](repeating: 0, count: 8)
      _ = read(descriptor, &request, 8)
      // Answers that it has no TLS.
      _ = write(descriptor, "N", 1)
      _ = read(descriptor, &request, 1)
    }
    let house = try TestHousehold()
    let address = "postgresql://owner:secret@127.0.0.1:\(fake.port)/x?sslmode=disable"
    let line = try refusal { try house.join(address: address) }
    #expect(line?.contains("does not support SSL") == true, "\(line ?? "used")")
  }
}
