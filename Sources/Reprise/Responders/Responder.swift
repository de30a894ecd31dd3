import Preservation
import Terminal

/// An object that takes part in handling events: a view, a view controller, a window.
///
/// A key goes to the first responder and from there along ``next`` until somebody handles it.
open class Responder: StateRestoring {
  /// The responder that gets what this one does not handle.
  open var next: Responder? { nil }

  /// Whether the focus may stand here.
  open var canBecomeFirstResponder: Bool { false }

  /// What a person can do here, while this responder is in the chain.
  ///
  /// Keys, the line of hints and the help come from this list, in its order. Asked for at every key:
  /// make long lists once, and say with `enabled` what can be done now.
  open var actions: [Action] { [] }

  /// Keys that this responder offers while it is in the chain: those of its ``actions``.
  open var keyCommands: [KeyCommand] {
    let actions = actions
    if actions.isEmpty { return [] }
    var count = 0
    for action in actions { count += action.commands.count }
    var commands: [KeyCommand] = []
    commands.reserveCapacity(count)
    for action in actions where action.isEnabled {
      for command in action.commands { commands.append(command) }
    }
    return commands
  }

  /// Whether this is something of the kit's around screens, with keys such as those that go back.
  ///
  /// An arrow that the focus and its screen leave alone moves the focus before such keys are asked.
  var isAroundScreens: Bool { false }

  /// Keys that this responder handles in ``pressBegan(_:)``, for the help.
  ///
  /// Not asked for when a key is pressed.
  open var editingKeyCommands: [KeyCommand] { [] }

  /// Name among the siblings for preservation; `nil` keeps the object out of the state.
  ///
  /// Give it as soon as the object exists (contract 2.A.7).
  open var restorationIdentifier: String? {
    didSet {
      guard restorationIdentifier != oldValue else { return }
      setNeedsPreservation()
      preservationOwner?.setNeedsPreservation()
    }
  }

  /// What the kit keeps of this object, once it is part of the state.
  var preserved: PreservedObject?

  /// Who keeps the state that this object is part of.
  var preserver: (any StateMarking)? { preserved?.owner.preserver }

  /// What kind of object the state says this is.
  var recordKind: ObjectRecord.Kind { .object }

  /// What the object keeps by ``Restorable``.
  private(set) var restorables: [RestorableProperty] = []

  /// Makes a responder.
  public init() {
    if RestorableProperty.waiting > 0 { restorables = RestorableProperties.find(in: self) }
  }

  // MARK: - Properties

  /// Whether ``updateProperties()`` waits to be called.
  var needsUpdateProperties = true

  /// What the last call of ``updateProperties()`` read.
  var tracking: PropertyTracking?

  /// Derives what a view or a screen shows from what it knows: text, titles, rows, what is hidden.
  ///
  /// Called before the layout that shows a view for the first time, and again whenever something changed
  /// that it read: a ``Restorable`` property, a property of an `@Observable` object, a ``Binding`` to
  /// either, wherever on the main actor the change comes from. Many changes are one call. A view that is
  /// hidden waits until it is seen; a screen below others does not, since its title is the way back to it.
  ///
  /// ```swift
  /// override func updateProperties() {
  ///   title = name.isEmpty ? "New note" : name
  ///   saveButton.isHidden = name.isEmpty
  /// }
  /// ```
  open func updateProperties() {}

  /// Shows the value that a control is bound to; tracked like ``updateProperties()``.
  func showBoundValue() {}

  /// Takes note that the properties wait to be updated: has the next layout come by here.
  func propertiesNeedUpdate() {}

  // MARK: - Events

  /// Handles a key that no command took; returns whether it did.
  open func pressBegan(_ press: KeyPress) -> Bool { false }

  /// Whether this responder would take a key, so that commands further out never see it.
  open func takes(_ press: KeyPress) -> Bool { false }

  /// Handles pasted text; returns whether it did.
  open func paste(_ text: String) -> Bool { false }

  /// Called when the focus has come here.
  open func didBecomeFirstResponder() {}

  /// Called when the focus has left.
  open func didResignFirstResponder() {}

  /// Reports that something was not done that would leave the interface in a state it cannot be in.
  ///
  /// UIKit throws a worded exception for most of these. Here nothing is done and the report says why:
  /// a mistake of the app costs the person nothing.
  func refuse(_ text: String) {
    if passOn(remark: text) { return }
    // Nobody has a report yet; while the terminal is taken this is kept until it is given back.
    KeptOutput.complain("\(CellText(text).string)\n")
  }

  /// Hands a remark on towards whoever writes the report; says `false` where nobody does yet.
  func passOn(remark: String) -> Bool { false }

  // MARK: - Preservation

  /// Says that the state of this object changed, so that this turn stores it.
  ///
  /// The kit's own setters do it; call it when state of your own changed.
  public func setNeedsPreservation() {
    guard let preserved else { return }
    preserved.owner.preserver?.mark(preserved)
  }

  open var restorationParent: (any StateRestoring)? { preservationOwner }

  /// The object whose record refers to this one.
  var preservationOwner: Responder? { nil }

  /// None: views are found in their controllers, and controllers have a class of their own.
  public final var objectRestorationClass: (any ObjectRestoration.Type)? { nil }

  open func encodeRestorableState(with coder: Coder) {}

  open func decodeRestorableState(with coder: Coder) {}

  open func applicationFinishedRestoringState() {}
}
