/// How much of the saved state a launch restores.
enum LadderRung: Hashable {
  /// Everything.
  case everything
  /// Everything but one object and its descendants; a copy of the state is in quarantine.
  case without(NodeID)
  /// Nothing: the whole state is in quarantine.
  case nothing
  /// Nothing, without another quarantine: a clean start died too, so the state is not to blame.
  case nothingAgain
}

/// A launch's step on the ladder, and what it knows of earlier launches.
struct CrashLoopStep: Hashable {
  /// A place at which a launch died.
  enum Place: Hashable {
    /// No object in particular.
    case unnamed
    case object(NodeID)

    init(_ node: NodeID?) {
      self = node.map(Place.object) ?? .unnamed
    }
  }

  /// How many steps down: 0 restores everything, 1 everything but one object, more nothing.
  var level = 0

  /// The object that the first step down leaves out.
  var leftOut: NodeID?

  /// Where the previous launch died, if that alone does not justify a step down.
  var suspicion: Place?

  /// Whether a copy of what the step leaves out is in quarantine already.
  var isAside = false

  /// The rung that this step restores.
  var rung: LadderRung {
    switch (level, leftOut) {
    case (1, let node?): .without(node)
    case (2, _) where !isAside: .nothing
    case (3..., _): .nothingAgain
    default: .everything
    }
  }

  /// The step that follows from the last launch's mark.
  static func after(_ mark: CrashLoopMark?) -> CrashLoopStep {
    guard let mark else { return CrashLoopStep() }
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
      // Without an object to leave out, the first step down is the second.
      if step.level == 1, mark.node == nil { step.level = 2 }
      step.leftOut = step.level == 1 ? mark.node : nil
      step.suspicion = nil
      step.isAside = false
      return step
    }
  }
}
