@testable import RepriseSystem
import Foundation
import Reprise

func greeting(of directories: AppDirectories, for shelf: UUID) -> String {
  guard let installation = directories.identifierForVendor(of: shelf) else {
    return "This machine has no identity."
  }
  return "This is \(installation)."
}
