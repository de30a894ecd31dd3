import Guardian
import Terminal

/// Which services of the system an app was given.
///
/// An app can leave each of them out, and nothing fails until the day it is needed.
struct Wiring {
  /// Whether `Ctrl-Z` can stop the process.
  var stopsProcess = false

  /// Whether something kills the app when it hangs.
  var hasWatchdog = false

  /// What is missing, a line each.
  var gaps: [String] {
    var gaps: [String] = []
    if !stopsProcess {
      gaps.append("Ctrl-Z stops nothing: set stopProcess to Guardian.stop")
    }
    if !hasWatchdog {
      gaps.append("nothing ends an app that hangs: set its watchdog")
    }
    return gaps
  }
}

extension Application {
  /// Reports what the app was not given, if it runs in a real terminal.
  func noteWiring() {
    guard device is CursesTerminal else { return }
    wiring.gaps.forEach(remark)
  }
}
