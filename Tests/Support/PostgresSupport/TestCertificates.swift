import Foundation

/// A test certificate authority, and its certificate for a server named `localhost`.
public final class TestCertificates: Sendable {
  /// The directory of the files.
  public let directory: String

  /// The authority's certificate.
  public var authority: String { directory + "/authority.pem" }
  /// The server's certificate.
  public var server: String { directory + "/server.pem" }
  /// The server's key.
  public var serverKey: String { directory + "/server.key" }

  /// Creates them with openssl.
  public init() throws {
    directory = NSTemporaryDirectory() + "certificates-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    try run(
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=tests"
        + " -keyout authority.key -out authority.pem")
    try run(
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost"
        + " -addext subjectAltName=DNS:localhost -addext basicConstraints=critical,CA:FALSE"
        + " -CA authority.pem -CAkey authority.key -keyout server.key -out server.pem")
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private func run(_ arguments: String) throws {
    let words = arguments.split(separator: " ").map { word in
      word.hasSuffix(".pem") || word.hasSuffix(".key") ? "\(directory)/\(word)" : String(word)
    }
    try PostgresPrograms.run(["/usr/bin/openssl"] + words, log: directory + "/log")
  }
}
