/// What a launch that has not proven healthy leaves behind when it dies.
struct LaunchMark: Hashable {
  /// How far the launch came.
  enum Phase: UInt32 {
    /// Nothing was on the screen yet.
    case starting = 1
    /// The first frame was out.
    case onScreen = 2
  }

  var phase: Phase

  /// The signal that ended it, if its guardian lived to see that.
  var signal: Int32?

  /// The object that was coming back, or the screen in front; none when it was nothing in particular.
  var node: NodeID?

  /// How many launches in a row had died before it.
  var deaths: Int

  /// Whether this death says that the saved state is to blame.
  ///
  /// Before the first frame every death does but a request to leave, also a kill: a person kills what
  /// hangs. After it only a crash does, since then somebody may have had other reasons to kill.
  var counts: Bool {
    switch phase {
    case .starting: ![1, 2, 15].contains(signal)
    case .onScreen: Self.crashes.contains(signal ?? 0)
    }
  }

  /// SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS.
  private static let crashes: Set<Int32> = [4, 5, 6, 7, 8, 11, 31]
}

/// How much of the saved state a launch brings back (design 3 "Coming back").
enum LadderRung: Hashable {
  /// All of it.
  case everything
  /// All but one object and what is below it; a copy is kept aside.
  case without(NodeID)
  /// Nothing: all of it is put aside.
  case nothing
  /// Nothing, and nothing is put aside: a clean start died too, so the state is not to blame.
  case nothingAgain

  /// The rung after what the last launch left behind, and how many launches in a row died.
  static func after(_ mark: LaunchMark?) -> (rung: LadderRung, deaths: Int) {
    guard let mark else { return (.everything, 0) }
    guard mark.counts else { return (.everything, mark.deaths) }
    let deaths = mark.deaths + 1
    switch (deaths, mark.node) {
    case (1, let node?): return (.without(node), deaths)
    // Where nothing can be named that is to be left out, the second rung is the first.
    case (1, nil): return (.nothing, 2)
    case (2, _): return (.nothing, deaths)
    default: return (.nothingAgain, deaths)
    }
  }
}
