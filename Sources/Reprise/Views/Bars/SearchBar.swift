/// A line in which one types what to look for, with room for a remark about that.
///
/// ```swift
/// @Restorable("filter") var filter = ""
/// lazy var searchBar = SearchBar($filter)
/// ```
///
/// What is found is the app's matter: hear of ``Control/Event/valueChanged`` of the ``textField``, or read the
/// bound property in ``Responder/updateProperties()``.
public final class SearchBar: View {
  /// The field; what is typed there is the app's to keep.
  public let textField: TextField

  private let remarkLabel = Label("", style: .secondary)
  private let mark = Label("/", style: .accent.adding(.bold))

  /// Makes a bar.
  public convenience init() {
    self.init(TextField())
    textField.restorationIdentifier = "search"
  }

  /// Makes a bar that shows and sets a text that lies elsewhere.
  ///
  /// Bound to a ``Restorable`` property the field is called like that in the state, so that caret,
  /// selection and undo come back.
  public convenience init(_ text: Binding<String>) {
    self.init(TextField(text))
  }

  private init(_ textField: TextField) {
    self.textField = textField
    super.init()
    addSubview(mark)
    addSubview(textField)
    addSubview(remarkLabel)
  }

  /// What is being looked for.
  public var text: String {
    get { textField.text }
    set { textField.text = newValue }
  }

  /// What the field says while nothing is typed.
  public var placeholder: String {
    get { textField.placeholder }
    set { textField.placeholder = newValue }
  }

  /// What there is to say about what was typed, at the end of the line; takes half of it at most.
  public var remark: String {
    get { remarkLabel.text }
    set {
      guard newValue != remark else { return }
      remarkLabel.text = newValue
      setNeedsLayout()
    }
  }

  public override func layoutSubviews() {
    mark.frame = Rect(x: 1, y: 0, width: 1, height: 1)
    // Half of the line stays for what is being typed.
    let wanted = CellText.width(of: remark)
    let width = min(wanted == 0 ? 0 : wanted + 1, bounds.width / 2)
    textField.frame = Rect(x: 3, y: 0, width: max(0, bounds.width - 4 - width), height: 1)
    remarkLabel.frame = Rect(
      x: bounds.width - width, y: 0, width: max(0, width - 1), height: width == 0 ? 0 : 1)
  }
}
