/// A line to type a search into, with room for a remark about it.
///
/// ```swift
/// @Restorable("filter") var filter = ""
/// lazy var searchBar = SearchBar($filter)
/// ```
///
/// The app does the search: listen to ``Control/Event/valueChanged`` of the ``textField``, or read the
/// bound property in ``Responder/updateProperties()``.
public final class SearchBar: View {
  /// The field; the app stores what is typed there.
  public let textField: TextField

  private let remarkLabel = Label("", style: .secondary)
  private let mark = Label("/", style: .accent.adding(.bold))

  /// Makes a bar.
  public convenience init() {
    self.init(TextField())
    textField.restorationIdentifier = "search"
  }

  /// Makes a bar of a bound text.
  ///
  /// Bound to a ``Restorable`` property the field takes its key as restoration identifier, so that
  /// caret, selection and undo come back.
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

  /// The text to search for.
  public var text: String {
    get { textField.text }
    set { textField.text = newValue }
  }

  /// The text shown while the field is empty.
  public var placeholder: String {
    get { textField.placeholder }
    set { textField.placeholder = newValue }
  }

  /// A remark about the search, at the end of the line; it takes at most half of it.
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
    // Half of the line stays for the text.
    let wanted = CellText.width(of: remark)
    let width = min(wanted == 0 ? 0 : wanted + 1, bounds.width / 2)
    textField.frame = Rect(x: 3, y: 0, width: max(0, bounds.width - 4 - width), height: 1)
    remarkLabel.frame = Rect(
      x: bounds.width - width, y: 0, width: max(0, width - 1), height: width == 0 ? 0 : 1)
  }
}
