import Foundation
import Terminal

/// Text whose parts have roles, and may be links.
///
/// ```swift
/// let due = AttributedText("due 3 days ago").role(.warning)
/// label.attributedText = "Lent to Ben · " + due
/// ```
///
/// A role says what a part means, and the `Theme` how it looks: also without color, where roles have attributes. A part
/// of role `plain` takes the style of the view that shows it. Labels, table cells and text views show attributed text;
/// it is wrapped and cut by its width on the screen, like any other text.
public nonisolated struct AttributedText: Hashable, Sendable {
  /// What a link leads to.
  public enum Link: Hashable, Sendable {
    /// An address, which the app opens.
    case url(URL)
    /// An action, by its ``Action/id``, of a responder around the view that shows the text.
    case action(String)
  }

  /// A part of the text that looks the same throughout.
  public struct Run: Hashable, Sendable {
    /// The text of the part.
    public var text: String

    /// The role and the attributes of the part.
    public var style: Style

    /// What the part leads to; `nil` if it is no link.
    public var link: Link?

    /// Makes a part of a text.
    public init(_ text: String, style: Style = .plain, link: Link? = nil) {
      (self.text, self.style, self.link) = (text, style, link)
    }
  }

  /// The parts in order; none is empty, and neighbors differ.
  public private(set) var runs: [Run] = []

  /// Makes a text of one part.
  ///
  /// - Parameters:
  ///   - string: The text; it may have several lines.
  ///   - style: The role and the attributes.
  public init(_ string: String, style: Style = .plain) {
    append(Run(string, style: style))
  }

  /// Makes a text from parts; empty ones are left out, and equal neighbors are joined.
  public init(_ runs: [Run]) {
    for run in runs { append(run) }
  }

  private mutating func append(_ run: Run) {
    guard !run.text.isEmpty else { return }
    if let last = runs.last, last.style == run.style, last.link == run.link {
      runs[runs.count - 1].text += run.text
    } else {
      runs.append(run)
    }
  }

  /// The text without roles and links.
  public var string: String { runs.reduce(into: "") { $0 += $1.text } }

  /// Whether there is no text.
  public var isEmpty: Bool { runs.isEmpty }

  /// The links in order, each once.
  public var links: [Link] {
    var links: [Link] = []
    for link in runs.compactMap(\.link) where !links.contains(link) { links.append(link) }
    return links
  }

  /// The width of the text on one line, in columns.
  public var width: Int { runs.reduce(0) { $0.adding(CellText.width(of: $1.text)) } }

  // MARK: - Looks and links

  /// The text with another role.
  public func role(_ role: Style.Role) -> AttributedText { changed { $0.style.role = role } }

  /// The text with more attributes, such as `.bold`.
  public func adding(_ attributes: Style.Attributes) -> AttributedText {
    changed { $0.style = $0.style.adding(attributes) }
  }

  /// The text with more attributes in ranges of its characters, such as those that a search found.
  ///
  /// - Parameters:
  ///   - attributes: What these characters get in addition to their style.
  ///   - ranges: Ranges of characters from the start, in order; parts beyond the end are ignored.
  public func adding(_ attributes: Style.Attributes, in ranges: [Range<Int>]) -> AttributedText {
    guard !ranges.isEmpty else { return self }
    var parts: [Run] = []
    var index = 0
    var rest = ranges[...]
    for run in runs {
      for character in run.text {
        while let range = rest.first, range.upperBound <= index { rest.removeFirst() }
        var part = Run(String(character), style: run.style, link: run.link)
        if rest.first?.contains(index) == true { part.style = part.style.adding(attributes) }
        parts.append(part)
        index += 1
      }
    }
    return AttributedText(parts)
  }

  /// The text as a link to an address.
  ///
  /// Its role is `accent`, unless it has one, and it is underlined.
  public func link(_ url: URL) -> AttributedText { linked(to: .url(url)) }

  /// The text as a link that performs an action.
  ///
  /// - Parameter actionID: The ``Action/id``. The action is looked for from the view outwards.
  public func link(toAction actionID: String) -> AttributedText { linked(to: .action(actionID)) }

  private func linked(to link: Link) -> AttributedText {
    changed { run in
      if run.style.role == .plain { run.style.role = .accent }
      run.style = run.style.adding(.underline)
      run.link = link
    }
  }

  private func changed(_ change: (inout Run) -> Void) -> AttributedText {
    AttributedText(
      runs.map { run in
        var run = run
        change(&run)
        return run
      })
  }

  // MARK: - Joining

  /// Two texts, one after the other.
  public static func + (first: AttributedText, second: AttributedText) -> AttributedText {
    AttributedText(first.runs + second.runs)
  }

  /// Adds a text at the end.
  public static func += (first: inout AttributedText, second: AttributedText) {
    for run in second.runs { first.append(run) }
  }
}

extension AttributedText: ExpressibleByStringLiteral {
  /// Makes a plain text of a literal.
  public init(stringLiteral text: String) { self.init(text) }
}
