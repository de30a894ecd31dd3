import Reprise
import RepriseTesting

/// A text that an app keeps, with the view in which it is written.
final class Letter {
  var text: String
  var isEditable = true
  var isHidden = false

  /// How much of the screen the text takes.
  var frame = Rect(x: 0, y: 0, width: 21, height: 5)

  init(_ text: String) { self.text = text }

  /// An app that shows nothing else.
  func pilot(restarts: Bool = false) throws -> Pilot {
    try Pilot.showing(size: Size(width: 40, height: 10), restarts: restarts) {
      LetterViewController(letter: self)
    }
  }
}

/// A screen with the text of a letter.
final class LetterViewController: ViewController, TextViewDelegate {
  private let letter: Letter
  let textView = TextView()

  init(letter: Letter) {
    self.letter = letter
    super.init()
    restorationIdentifier = "letter"
  }

  override func viewDidLoad() {
    textView.restorationIdentifier = "text"
    textView.frame = letter.frame
    textView.text = letter.text
    textView.isEditable = letter.isEditable
    textView.isHidden = letter.isHidden
    textView.delegate = self
    view.addSubview(textView)
  }

  func textViewDidChange(_ textView: TextView) { letter.text = textView.text }
}

extension Pilot {
  /// Presses keys written as a script.
  func keys(_ script: String) throws {
    for key in KeyScript(script).keys { try press(key) }
  }

  /// The screen with a bar where the cursor stands.
  var screenWithCaret: String {
    var lines = frame.plainText().split(separator: "\n", omittingEmptySubsequences: false)
      .map { Array($0) }
    if let cursor = frame.cursor {
      var (cells, index) = (0, 0)
      while cells < cursor.x {
        if index == lines[cursor.y].count { lines[cursor.y].append(" ") }
        cells += CellText.width(of: lines[cursor.y][index])
        index += 1
      }
      lines[cursor.y].insert("|", at: index)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String($0) }.joined(separator: "\n")
  }
}
