/// The record that an unproven launch leaves behind when it dies.
struct CrashLoopMark: Hashable {
  /// How far the launch came.
  enum Phase: UInt32 {
    /// Nothing has touched the state yet: the app opens its files and sets itself up.
    case waiting = 0
    /// Objects are being restored, or the restoring code reads the state.
    case restoring = 1
    /// The first frame is on the screen.
    case onScreen = 2
    /// All objects are restored, and the app's own setup runs.
    case settingUp = 3
    /// The front screen is laid out and drawn for the first time, or the app has extended
    /// restoration.
    case showing = 4
  }

  var phase: Phase

  /// The signal that ended it, if its guardian survived to record it.
  var signal: Int32?

  /// The object being restored, or the front screen; `nil` for none in particular.
  var node: NodeID?

  /// How long the launch had been at that object, in seconds; an upper bound where the end was not
  /// recorded.
  var secondsThere: Double

  /// Whether a guardian watched the launch: without one a crash looks like a kill.
  var isGuarded: Bool

  /// The step that earlier deaths had led to.
  var step = CrashLoopStep()
}

/// How strongly a death incriminates the saved state.
enum LaunchEvidence: Hashable {
  /// The user ended the program, or it died of an unrelated cause.
  case none
  /// The state may be to blame; it is, if the next launch dies at the same place.
  case weak
  /// An object killed the program while it was restored.
  case strong
}

extension CrashLoopMark {
  /// How long a launch has to be at one place before a kill counts as evidence, in seconds.
  ///
  /// No one notices a hang and kills the program any sooner.
  private static let hangThreshold = 2.0

  /// How long a launch has to be on the screen before a crash is attributed to the app's own work, in
  /// seconds.
  private static let settledAfter = 5.0

  /// How strongly this death incriminates the saved state.
  ///
  /// A crash or the watchdog's signal proves that the current work killed the program. Seconds after the
  /// first frame, that work is a key, a timer or a message, because restoration is over. A kill proves
  /// nothing: people, scripts and a kernel short of memory kill innocent programs. But if the launch spent a
  /// long time at one place, a user may have killed it for that reason. Without a guardian's record, the end
  /// may have been a crash.
  var evidence: LaunchEvidence {
    let isCrash = signal.map(Self.crashes.contains) ?? false
    let isStuck = signal == Self.alarm
    switch phase {
    case .waiting: return .none
    case .onScreen: return isCrash && secondsThere < Self.settledAfter ? .weak : .none
    case .settingUp where isCrash || isStuck: return .weak
    case .restoring where isCrash || isStuck, .showing where isCrash || isStuck:
      return node == nil ? .weak : .strong
    case .settingUp, .restoring, .showing:
      let mayHang = secondsThere >= Self.hangThreshold
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
