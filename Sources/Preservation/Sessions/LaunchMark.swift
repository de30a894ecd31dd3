/// What a launch that has not proven healthy leaves behind when it dies.
struct LaunchMark: Hashable {
  /// How far the launch came.
  enum Phase: UInt32 {
    /// Nothing of the state was touched: the app opens its files and sets itself up.
    case waiting = 0
    /// Objects come back, or what brings them back looks at the state.
    case restoring = 1
    /// The first frame was out.
    case onScreen = 2
    /// All objects are back, and the app goes on with its own affairs.
    case settingUp = 3
    /// The screen in front is laid out and drawn for the first time, or restoring was extended.
    case showing = 4
  }

  var phase: Phase

  /// The signal that ended it, if its guardian lived to see that.
  var signal: Int32?

  /// The object that was coming back, or the screen in front; none when it was nothing in particular.
  var node: NodeID?

  /// How long the launch had been at that, in seconds; where nobody saw its end, at most.
  var secondsThere: Double

  /// Whether a guardian was there to write the signal: without one a crash looks like a kill.
  var isGuarded: Bool

  /// What was known of the deaths before it.
  var step = LaunchStep()
}

/// What a death says about the saved state.
enum LaunchEvidence: Hashable {
  /// Nothing: somebody ended the program, or it died of something else.
  case none
  /// That the state may be to blame: if the next launch dies at the same place, it is.
  case weak
  /// That an object killed the program while it came back.
  case strong
}

extension LaunchMark {
  /// How long a launch has to stand at one place for its end to say anything, in seconds.
  ///
  /// Nobody sees that a program hangs, and kills it, in less.
  static let hanging = 2.0

  /// What this death says about the saved state.
  ///
  /// A crash and the watchdog's end prove that what was going on killed the program. A kill proves nothing:
  /// people, scripts and a kernel short of memory kill what is innocent. Only if the launch stood
  /// at one place for long somebody may have killed it for that. Where no guardian saw the end, it
  /// may have been a crash.
  var evidence: LaunchEvidence {
    let isCrash = signal.map(Self.crashes.contains) ?? false
    let isStuck = signal == Self.alarm
    switch phase {
    case .waiting: return .none
    case .onScreen: return isCrash ? .weak : .none
    case .settingUp where isCrash || isStuck: return .weak
    case .restoring where isCrash || isStuck, .showing where isCrash || isStuck:
      return node == nil ? .weak : .strong
    case .settingUp, .restoring, .showing:
      let mayHang = secondsThere >= Self.hanging
      switch signal {
      case nil: return mayHang || !isGuarded ? .weak : .none
      case Self.kill: return mayHang ? .weak : .none
      default: return .none
      }
    }
  }

  private static let kill: Int32 = 9
  private static let alarm: Int32 = 14

  /// SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS.
  private static let crashes: [Int32] = [4, 5, 6, 7, 8, 11, 31]
}
