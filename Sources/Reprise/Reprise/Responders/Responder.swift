import Preservation
import Terminal

/// An object that handles events: a view, a view controller, a window.
///
/// A key goes to the first responder, and from there along ``next`` until one handles it.
open class Responder: StateRestoring {
  /// The responder that gets the events which this one does not handle.
  open var next: Responder? { nil }

  /// Whether this responder may have the focus.
  open var canBecomeFirstResponder: Bool { false }

  /// The actions that the user can perform while this responder is in the chain.
  ///
  /// Keys, hints and help are made of this list, in its order. It is read at every key press: make
  /// the actions once, and let `enabled` decide which are available now.
  open var actions: [Action] { [] }

  /// Further actions, which only the palette lists while this responder is in the chain: one for each of the
  /// user's own things, such as a saved search.
  ///
  /// Read only while the palette is open, so a query to a database is fine here. These actions have no keys; their ids
  /// must be the same at every launch.
  ///
  /// ```swift
  /// override var userActions: [Action] {
  ///   store.searches.map { search in
  ///     Action("search.\(search.id)", "Search: \(search.name)", for: self) { $0.open(search) }
  ///   }
  /// }
  /// ```
  open var userActions: [Action] { [] }

  /// The keys that this responder offers while it is in the chain: those of its ``actions``.
  open var keyCommands: [KeyCommand] {
    let actions = actions
    if actions.isEmpty { return [] }
    var count = 0
    for action in actions { count += action.keys.count }
    var commands: [KeyCommand] = []
    commands.reserveCapacity(count)
    for action in actions where action.isEnabled {
      for command in action.commands { commands.append(command) }
    }
    return commands
  }

  /// The heading of its actions in the help and in the palette; empty for none of its own.
  ///
  /// A screen has its title, a table “List”. Override it where another word tells more.
  open var actionsHeading: String { "" }

  /// Whether this responder offers an action now, by its ``Action/id``; those around it are not asked.
  open func canPerform(_ actionID: String) -> Bool {
    actions.contains { $0.id == actionID && $0.isEnabled }
  }

  /// Whether this is a container of the kit around screens, with keys such as the back key.
  ///
  /// An arrow that neither the focus nor its screen takes moves the focus before these keys are tried.
  var isAroundScreens: Bool { false }

  /// The actions that edit the text which has the focus, with the keys that a person gave to them.
  ///
  /// ``TextField`` and ``TextView`` offer some thirty. So they are made when the help asks for them: a
  /// key press is looked up in the table from which they are made. Hints do not name them. A view of
  /// your own offers what it can do in ``Responder/actions``.
  public var editingActions: [Action] { [] }

  /// Whether keys begin longer ones that edit text here.
  func isBeginningOfEditing(_ keys: [KeyPress]) -> Bool { false }

  /// Edits text by several keys pressed one after the other; returns `false` if they do nothing here.
  func edit(with keys: [KeyPress]) -> Bool { false }

  /// The name for preservation, unique among siblings; `nil` keeps the object out of the state.
  ///
  /// Set it as soon as the object exists (contract 2.A.7).
  open var restorationIdentifier: String? {
    didSet {
      guard restorationIdentifier != oldValue else { return }
      setNeedsPreservation()
      preservationOwner?.setNeedsPreservation()
    }
  }

  /// The entry of this object, once it is part of the state.
  var preserved: PreservedObject?

  /// Keeps the state that this object is part of.
  var preserver: (any StateMarking)? { preserved?.owner.preserver }

  /// The kind of object that the record names.
  var recordKind: ObjectRecord.Kind { .object }

  /// The ``Restorable`` properties of the object.
  private(set) var restorables: [RestorableProperty] = []

  /// Makes a responder.
  public init() {
    if RestorableProperty.waiting > 0 { restorables = RestorableProperties.find(in: self) }
  }

  // MARK: - Properties

  /// Whether ``updateProperties()`` is due.
  var needsUpdateProperties = true

  /// Tracks the properties that the last ``updateProperties()`` read.
  var tracking: PropertyTracking?

  /// Derives what a view or a screen shows from what it knows: text, titles, rows, what is hidden.
  ///
  /// Runs before the first layout of a view, and again whenever something that it read has changed: a
  /// ``Restorable`` property, a property of an `@Observable` object, a ``Binding`` to either, changed
  /// from anywhere on the main actor. Many changes are one call. A hidden view waits until it is shown;
  /// a screen that others cover does not wait, since its title labels the way back.
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

  /// Called when ``updateProperties()`` became due: has the next layout visit this responder.
  func propertiesNeedUpdate() {}

  // MARK: - Events

  /// Handles a key that no command took; returns `false` to pass it on.
  open func pressBegan(_ press: KeyPress) -> Bool { false }

  /// Whether this responder would take a key, so that commands further out never see it.
  open func takes(_ press: KeyPress) -> Bool { false }

  /// Handles pasted text; returns `false` to pass it on.
  open func paste(_ text: String) -> Bool { false }

  /// Called when this has become the first responder.
  open func didBecomeFirstResponder() {}

  /// Called when this is the first responder no more.
  open func didResignFirstResponder() {}

  /// Reports that a call was ignored which would have left the interface in an impossible state.
  ///
  /// UIKit throws an exception for most of these. Here nothing happens and the report says why: the
  /// app's mistake costs the person nothing.
  func refuse(_ text: String) {
    if passOn(remark: text) { return }
    // No app yet, so no report: kept while the terminal is taken, shown when it is given back.
    KeptOutput.complain("\(CellText(text).string)\n")
  }

  /// Passes a remark up to the app, which reports it; `false` if there is no app yet.
  func passOn(remark: String) -> Bool { false }

  // MARK: - Activities

  /// The user's activity while this responder is in front; `nil` declares none.
  public var userActivity: UserActivity? {
    didSet { if userActivity !== oldValue { userActivityDidChange() } }
  }

  /// Adds to its ``userActivity`` what this responder knows, before it is stored (contract 10.2.3).
  ///
  /// Called while it is in front, if the activity ``UserActivity/needsSave``.
  open func updateUserActivityState(_ activity: UserActivity) {}

  /// Called when another activity is that of this responder: tells the app.
  func userActivityDidChange() {}

  // MARK: - Preservation

  /// Marks the object dirty, so that this turn stores its state.
  ///
  /// The kit's own setters do it; call it when state of your own changed.
  public func setNeedsPreservation() {
    guard let preserved else { return }
    preserved.owner.preserver?.mark(preserved)
  }

  open var restorationParent: (any StateRestoring)? { preservationOwner }

  /// The object whose record refers to this one.
  var preservationOwner: Responder? { nil }

  /// `nil`: views are restored with their controllers, which have their own restoration class.
  public final var objectRestorationClass: (any ObjectRestoration.Type)? { nil }

  open func encodeRestorableState(with coder: Coder) {}

  open func decodeRestorableState(with coder: Coder) {}

  open func applicationFinishedRestoringState() {}

  // MARK: - Properties

  /// Has ``updateProperties()`` run again before the next layout.
  ///
  /// A change of an observable value that ``updateProperties()`` read triggers this automatically;
  /// call it when anything else that the properties depend on has changed. Outside of a turn it
  /// schedules one; several calls share a turn.
  public func setNeedsUpdateProperties() {
    guard !needsUpdateProperties else { return }
    needsUpdateProperties = true
    propertiesNeedUpdate()
  }

  /// Runs ``updateProperties()`` now if it is due.
  public func updatePropertiesIfNeeded() {
    if needsUpdateProperties { updatePropertiesNow() }
  }

  /// Runs ``updateProperties()`` now, due or not.
  func updatePropertiesNow() {
    needsUpdateProperties = false
    tracking = PropertyTracking.run(for: self) {
      showBoundValue()
      updateProperties()
    }
  }
}
