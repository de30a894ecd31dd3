import Foundation
import Reprise

final class Wire {
  let descriptor: Int32
  private(set) var heard: [UInt8] = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  func keep(by application: Application) throws {
    try application.keepConnection(descriptor) { [weak self] in self?.listen() }
    application.setKeepAliveTimeout(.seconds(1800)) { [weak self] in self?.greet() }
  }

  private func listen() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    if count > 0 { heard += bytes.prefix(count) }
  }

  private func greet() { _ = write(descriptor, "still here\n", 11) }
}
