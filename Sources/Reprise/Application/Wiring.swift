import Terminal

/// What of the system around it an app was connected with.
///
/// Each of these can be left out, and nothing fails before the day on which it is needed.
struct Wiring {
  /// Whether `Ctrl-Z` can stop the process.
  var stopsProcess = false

  /// Whether something ends the app when it hangs.
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
  /// Reports what the app was not connected with, where it runs in a real terminal.
  func noteWiring() {
    guard device is CursesTerminal else { return }
    wiring.gaps.forEach(remark)
  }
}
