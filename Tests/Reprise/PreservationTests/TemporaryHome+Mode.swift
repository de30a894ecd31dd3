import Foundation
import RepriseTesting

extension TemporaryHome {
  /// The permissions of a file; 0 without one.
  func mode(of name: String) -> mode_t {
    var status = stat()
    return stat("\(path)/\(name)", &status) == 0 ? status.st_mode & 0o777 : 0
  }
}
