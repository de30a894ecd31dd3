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
}

/// Where a launch stands on the ladder, and what it knows of those before it.
struct LaunchStep: Hashable {
  /// A place at which a launch died.
  enum Place: Hashable {
    /// At no object in particular.
    case unnamed
    case object(NodeID)

    init(_ node: NodeID?) {
      self = node.map(Place.object) ?? .unnamed
    }
  }

  /// How many steps down: 0 brings everything back, 1 all but one object, more nothing.
  var level = 0

  /// The object that is left out on the first step down.
  var leftOut: NodeID?

  /// Where the launch before died, if that is not enough to step down.
  var suspicion: Place?

  /// Whether what the step leaves out lies aside already.
  var isAside = false

  /// The rung to restore by.
  var rung: LadderRung {
    switch (level, leftOut) {
    case (1, let node?): .without(node)
    case (2, _) where !isAside: .nothing
    case (3..., _): .nothingAgain
    default: .everything
    }
  }

  /// The step after what the last launch left behind.
  static func after(_ mark: LaunchMark?) -> LaunchStep {
    guard let mark else { return LaunchStep() }
    var step = mark.step
    let place = Place(mark.node)
    switch mark.evidence {
    case .none:
      return step
    case .weak where step.level == 0 && step.suspicion != place:
      step.suspicion = place
      return step
    case .weak, .strong:
      step.level = min(step.level + 1, 1_000)
      // Where nothing can be named that is to be left out, the second step is the first.
      if step.level == 1, mark.node == nil { step.level = 2 }
      step.leftOut = step.level == 1 ? mark.node : nil
      step.suspicion = nil
      step.isAside = false
      return step
    }
  }
}
