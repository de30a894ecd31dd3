import Testing

@testable import Sync

@Suite struct AddressTests {
  @Test(arguments: [
    ("postgresql://anna:se@cret@db.example:5433/keepsake?sslmode=require", "db.example"),
    ("postgres://[2001:db8::1]/keepsake", "2001:db8::1"),
    ("postgresql://one,two/keepsake", "one"),
    ("host=db.example user=anna", "db.example"),
    ("user=anna host='10.0.0.1'", "10.0.0.1"),
  ])
  func theHostIsReadFromTheAddress(text: String, host: String) {
    #expect(PostgresAddress(text).host == host)
  }

  @Test(arguments: [
    "host=/run/postgresql dbname=x", "dbname=x", "postgresql:///x", "postgresql://%2Frun/x", "",
  ])
  func aLocalSocketHasNoHost(text: String) {
    #expect(PostgresAddress(text).host == nil)
  }

  @Test func aLoginReplacesThatOfTheAddress() {
    let uri = PostgresAddress("postgresql://anna@db.example/keepsake")
    #expect(
      uri.with(login: "ben", password: "a&b c").text
        == "postgresql://db.example/keepsake?user=ben&password=a%26b%20c")
    #expect(
      PostgresAddress("postgresql://db/x?sslmode=require").with(password: "ü").text
        == "postgresql://db/x?sslmode=require&password=%C3%BC")
    #expect(
      PostgresAddress("host=db user=anna").with(login: "ben", password: #"it's \ "#).text
        == #"host=db user='ben' password='it\'s \\ '"#)
  }

  /// libpq uses the last of two passwords, even over a network with a server certificate.
  @Test func theReplacingPasswordIsSentToTheServer() throws {
    let household = try TestHousehold()
    let shared = try SharedServer.get()
    try household.create().close()
    let wrong = shared.server.networkAddress(household.database, host: "localhost", password: "no")
    let address = PostgresAddress(wrong + "?sslrootcert=\(shared.certificates.authority)")
    #expect(throws: SyncError.self) {
      try household.join(address: address.text)
    }
    for right in [
      address.with(password: "secret"), address.with(login: "member", password: "secret"),
    ] {
      try household.join(address: right.text).close()
    }
  }
}
