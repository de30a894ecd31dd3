import Reprise

/// Shows the data on all screens.
protocol ScreenUpdaterDelegate: AnyObject {
  /// Reads what screens share, then shows the data on every screen, visible or not.
  func showData()
}

/// Asks for every screen to show the data after a change, and knows why screens are being updated.
final class ScreenUpdater {
  weak var delegate: (any ScreenUpdaterDelegate)?

  /// Whether the app is launching and has shown nothing yet.
  private(set) var isLaunching = true

  /// Whether screens are showing the data for the first time in this launch.
  private(set) var isStarting = false

  /// Whether screens are being updated with changes of another window, program or home.
  private(set) var isTakingOver = false

  private let host: ApplicationReference

  init(_ host: ApplicationReference) { self.host = host }

  /// Shows data that this window changed.
  func dataDidChange() {
    host.application?.noteDataChange()
    showData()
  }

  /// Shows the data as it is now.
  func showData() { delegate?.showData() }

  /// Runs the first update of a launch.
  func start(_ update: () -> Void) {
    isLaunching = false
    isStarting = true
    update()
    isStarting = false
  }

  /// Runs an update with changes that this window didn't make.
  func takeOver(_ update: () -> Void) {
    isTakingOver = true
    update()
    isTakingOver = false
  }
}
