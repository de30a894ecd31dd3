import Foundation
import Reprise

/// A connection to a socket of the file system; whatever comes is a letter for the page at the bottom.
struct Line {
  struct Unreachable: Error {}

  private let descriptor: Int32

  init(path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
      guard bytes.count < room.count else { return false }
      room.copyBytes(from: bytes)
      return true
    }
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard fits, result == 0 else { throw Unreachable() }
  }

  func keep(by application: Application) throws {
    try application.keepConnection(descriptor) { [weak application, descriptor] in
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(descriptor, &bytes, bytes.count)
      guard let application, count > 0 else {
        application?.releaseConnection()
        return
      }
      let stack = application.window.rootViewController as? NavigationController
      guard let page = stack?.viewControllers.first as? Page else { return }
      for _ in 0..<count { page.countLetter() }
    }
  }
}
