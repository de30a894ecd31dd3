@testable import RepriseSystem
import Foundation
import Reprise

final class Gong {
  private let sounds = AudioSession(environment: ProcessInfo.processInfo.environment)

  func strike() {
    sounds.play("/usr/share/sounds/freedesktop/stereo/message.oga") { outcome in
      if case .failed(let reason) = outcome { print(reason) }
    }
  }
}
