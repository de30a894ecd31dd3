import Foundation
import Reprise

nonisolated extension AppDirectories {
  /// An identifier of this installation of the app (contract 8.7.2).
  ///
  /// It is the same at every launch. It is another one on another machine, for another login, in another directory and
  /// for other contents, so a home that was copied elsewhere has another one, too. Nobody can tell the
  /// machine from it, or that two apps run on one. It says nothing of who uses the app: recognize a person on
  /// several machines by something of your own, such as the identity of their data (8.7.4).
  ///
  /// ```swift
  /// let identifier = launch.directories.identifierForVendor(of: library.uuid)
  /// ```
  ///
  /// - Parameter contents: The identity of what the app keeps; `nil` if that has none.
  /// - Returns: `nil` where the machine has no identity, as in many containers, or the directory of the data does not
  ///   exist yet. Then ask again later.
  public func identifierForVendor(of contents: UUID? = nil) -> UUID? {
    MachineIdentity().flatMap { identifierForVendor(of: contents, on: $0) }
  }

  /// The identifier on a machine.
  func identifierForVendor(of contents: UUID?, on machine: MachineIdentity) -> UUID? {
    guard let resolved = realpath(data, nil) else { return nil }
    defer { free(resolved) }
    let identifier = VendorIdentifier(
      app: name, user: getuid(), directory: String(cString: resolved), contents: contents)
    return identifier.value(on: machine)
  }
}
