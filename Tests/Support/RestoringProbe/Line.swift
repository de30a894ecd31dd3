import Foundation
import Reprise

/// A connection to a socket in the file system; every received letter goes to the bottom page.
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

  /// Opens two sockets that aren't marked; they stay open until the process ends.
  static func openSpare() {
    var pair: [Int32] = [-1, -1]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
  }

  /// Counts received letters; some letters do more (``hear(_:_:_:)``).
  func keep(by application: Application) throws {
    try application.keepConnection(descriptor) { [weak application, self] in
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(descriptor, &bytes, bytes.count)
      guard let application, count > 0 else {
        application?.releaseConnection()
        return
      }
      let stack = application.window.rootViewController as? NavigationController
      guard let page = stack?.viewControllers.first as? Page else { return }
      for byte in bytes.prefix(count) {
        await hear(Character(UnicodeScalar(byte)), page, application)
      }
    }
  }

  /// `H` is the moment `line`, `W` waits forever, `T` starts a task that counts the letter after twelve seconds, `E`
  /// ends the connection.
  private func hear(_ letter: Character, _ page: Page, _ application: Application) async {
    switch letter {
    case "W": while true { await application.sleep(for: .seconds(1)) }
    case "T":
      let task = application.beginBackgroundTask(withName: "line")
      application.perform {
        await application.sleep(for: .seconds(12))
        page.countLetter()
        application.endBackgroundTask(task)
      }
    case "E":
      application.releaseConnection()
      close(descriptor)
    case "H":
      page.springTrap(at: "line")
      page.countLetter()
    default: page.countLetter()
    }
  }

  /// Sends a greeting at intervals in the background.
  func greet(every time: Duration, by application: Application) {
    application.lifeCycle.suspension.connection.setKeepAlive(every: time) { [descriptor] in
      _ = write(descriptor, "hello", 5)
    }
  }
}
