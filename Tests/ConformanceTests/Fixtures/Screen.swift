import Reprise

/// A screen that keeps a word, records its calls and runs hooks of the test.
class Screen: ViewController {
  let plan: Plan
  let name: String

  /// State of the screen.
  var word = "" {
    didSet {
      setNeedsPreservation()
      userActivity?.needsSave = true
    }
  }

  /// Hooks for loading, encoding and decoding.
  var load: (View) -> Void = { _ in }
  var write: (Coder) -> Void = { _ in }
  var read: (Coder) -> Void = { _ in }

  /// Whether the kit preserves its children.
  var keepsChildren = true
  override var encodesChildren: Bool { keepsChildren }

  /// Adds to the screen's activity.
  var addToActivity: (UserActivity) -> Void = { _ in }

  override func updateUserActivityState(_ activity: UserActivity) { addToActivity(activity) }

  /// Creates a screen; the diary calls it `name`, by default its identifier.
  init(_ identifier: String?, _ plan: Plan, name: String? = nil, isMade: Bool = false) {
    self.plan = plan
    self.name = name ?? identifier ?? "nameless"
    super.init()
    restorationIdentifier = identifier
    if isMade { restorationClass = Maker.self }
  }

  func note(_ call: String) { plan.diary.append("\(name) \(call)") }

  override func viewDidLoad() {
    note("viewDidLoad")
    load(view)
  }

  override func didReceiveMemoryWarning() { note("warned of memory") }
  override func viewWillAppear() { note("viewWillAppear") }
  override func viewDidAppear() { note("viewDidAppear") }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    note("encode")
    coder.encode(word, forKey: "word")
    write(coder)
  }

  override func decodeRestorableState(with coder: Coder) {
    note("decode")
    super.decodeRestorableState(with: coder)
    word = coder.decodeString(forKey: "word") ?? word
    read(coder)
  }

  override func applicationFinishedRestoringState() { note("finished") }
}

/// A view that keeps a word and records when it is decoded.
final class Tile: View {
  let plan: Plan

  var word = "" {
    didSet { setNeedsPreservation() }
  }

  init(_ identifier: String?, _ plan: Plan) {
    self.plan = plan
    super.init()
    restorationIdentifier = identifier
  }

  override func encodeRestorableState(with coder: Coder) {
    super.encodeRestorableState(with: coder)
    coder.encode(word, forKey: "word")
  }

  override func decodeRestorableState(with coder: Coder) {
    super.decodeRestorableState(with: coder)
    plan.diary.append("\(restorationIdentifier ?? "") decode")
    word = coder.decodeString(forKey: "word") ?? ""
  }

  override func applicationFinishedRestoringState() {
    plan.diary.append("\(restorationIdentifier ?? "") finished")
  }
}

/// A registered object that keeps a word.
final class Parcel: StateRestoring {
  var word = ""
  var objectRestorationClass: (any ObjectRestoration.Type)?
  var finished: () -> Void = {}

  init(isMade: Bool = false) {
    if isMade { objectRestorationClass = ObjectMaker.self }
  }

  func encodeRestorableState(with coder: Coder) { coder.encode(word, forKey: "word") }

  func decodeRestorableState(with coder: Coder) {
    word = coder.decodeString(forKey: "word") ?? ""
  }

  func applicationFinishedRestoringState() { finished() }
}
