import Foundation

/// The address of a socket in the file system.
struct LocalAddress: Sendable {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Binds a socket to it; returns whether that succeeded.
  func bind(_ descriptor: Int32) -> Bool { use { Glibc.bind(descriptor, $0, $1) } }

  /// Connects a socket to it; returns whether that succeeded.
  func connect(_ descriptor: Int32) -> Bool { use { Glibc.connect(descriptor, $0, $1) } }

  private func use(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    } == 0
  }
}
