import Storage
import Foundation
import Mustache

/// The Mustache templates for the parts of a page.
public struct ReportTemplates: Sendable {
  /// Cover and summary, before the items.
  public var head: String
  /// The heading of a place.
  public var heading: String
  /// One item.
  public var item: String
  /// The part after the items.
  public var foot: String

  /// Makes templates.
  public init(head: String, heading: String, item: String, foot: String) {
    (self.head, self.heading, self.item, self.foot) = (head, heading, item, foot)
  }
}

/// Renders the parts of a report's page.
struct ReportPage {
  private let head: MustacheTemplate
  private let heading: MustacheTemplate
  private let item: MustacheTemplate
  private let foot: MustacheTemplate
  private let options: ReportOptions
  private let settings: InventorySettings

  init(
    _ templates: ReportTemplates, options: ReportOptions, settings: InventorySettings
  ) throws(InventoryError) {
    head = try ReportText.template(templates.head)
    heading = try ReportText.template(templates.heading)
    item = try ReportText.template(templates.item)
    foot = try ReportText.template(templates.foot)
    self.options = options
    self.settings = settings
  }

  /// Cover and summary.
  func head(_ survey: ReportSurvey) -> [UInt8] {
    let totals = survey.sum.value
    let places = Self.upper(survey.places)
    var context: [String: Any] = [
      "owner": settings.owner, "date": options.customs.text(of: options.day),
      "part": survey.scopeName, "query": options.query,
      "address": settings.address.split(separator: "\n").map(String.init),
      "currency": settings.currency.code,
      "items": CountText.items(totals.count),
      "total": totals.text(settings.currency, options.customs),
      "cash": survey.sum.cash.text(settings.currency, options.customs),
      "paid": money(survey.paid),
      "rule": ActualCashValue.rule.joined(separator: "; "),
      "places": places.map(row), "hasDeeper": places.count < survey.places.count,
      "categories": survey.categories.map(row),
    ]
    context["estimated"] = count(totals.estimated)
    context["unvalued"] = count(totals.unvalued)
    context["policy"] = policy
    if let limit = settings.contentsLimit, options.query.isEmpty, options.scope == .everywhere {
      context["limit"] = money(limit)
      context["shortfall"] = totals.sum > limit ? money(totals.sum - limit) : ""
    }
    return Array(head.render(Self.known(context)).utf8)
  }

  /// The upper levels of places, as many as fit on about a page, but at least two.
  private static func upper(_ places: [ReportSurvey.Group]) -> [ReportSurvey.Group] {
    var depth = 1
    while depth < 6, places.count(where: { $0.depth <= depth + 1 }) <= mostPlaces { depth += 1 }
    return places.filter { $0.depth <= depth }
  }

  private static let mostPlaces = 45

  /// The heading of a place.
  func heading(_ place: String?) -> [UInt8] {
    Array(heading.render(["place": place ?? ReportSurvey.unplaced]).utf8)
  }

  /// The part after the items.
  func foot(_ survey: ReportSurvey) -> [UInt8] {
    Array(foot.render(["items": CountText.items(survey.lines.count)]).utf8)
  }

  /// Removes empty texts, which a template would take for values.
  private static func known(_ context: [String: Any]) -> [String: Any] {
    context.filter { ($0.value as? String)?.isEmpty != true }
  }

  private var policy: [[String: Any]] {
    let facts = [
      ("Insurer", settings.insurer), ("Policy no.", settings.policyNumber),
      ("Renewal", settings.renewal.map(options.customs.text) ?? ""),
      ("Deductible", settings.deductible.map(money) ?? ""),
    ]
    return facts.filter { !$0.1.isEmpty }.map { ["label": $0.0, "text": $0.1] }
  }

  private func row(_ group: ReportSurvey.Group) -> [String: Any] {
    [
      "name": group.name, "depth": "\(min(group.depth, 6))",
      "count": CountText.text(group.sum.value.count),
      "value": group.sum.value.text(settings.currency, options.customs),
      "cash": group.sum.cash.text(settings.currency, options.customs),
    ]
  }

  private func count(_ number: Int) -> String { number == 0 ? "" : CountText.text(number) }

  private func money(_ minor: Int64) -> String {
    MoneyText.text(Money(minor: minor, currency: settings.currency), options.customs)
  }
}

// MARK: - Items

extension ReportPage {
  /// Marks where a picture goes in the rendered text: a control character, which no value can contain.
  private static let slot: Character = "\u{1}"

  /// Writes an item, with its pictures piece by piece.
  ///
  /// - Parameter extent: Counts the attached files that the page only names.
  func write(
    _ report: ReportItem, of store: AttachmentStore, countingIn extent: inout ReportExtent,
    _ write: ([UInt8]) throws(InventoryError) -> Void
  ) throws(InventoryError) {
    let pictures = options.hasPhotos ? report.evidence.filter(\.isPicture) : []
    let unshown = options.hasPhotos ? report.evidence.compactMap(\.unshownPhoto) : []
    let text = item.render(Self.known(context(report, pictures, unshown)))
    var rest = pictures[...]
    for (index, part) in text.utf8.split(separator: 1, omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0, let picture = rest.popFirst() {
        try DataURI.write(picture.attachment, of: store, write)
      }
      try write(Array(part))
    }
    // Pictures left out on request don't count as omissions.
    extent.separateFiles += report.evidence.count { !$0.isPicture }
    extent.unshownPhotos += unshown.count
    extent.firstUnshown = extent.firstUnshown ?? unshown.first
    for case .unchecked(let reason) in pictures.map(\.picture) {
      extent.uncheckedPictures += 1
      extent.uncheckedReason = extent.uncheckedReason ?? reason
    }
  }

  /// - Parameter unshown: The photos that can't be shown; a text for each follows the pictures.
  private func context(
    _ report: ReportItem, _ pictures: [ReportEvidence], _ unshown: [String]
  ) -> [String: Any] {
    let shown =
      pictures.map { picture -> [String: Any] in
        ["source": String(Self.slot), "name": picture.attachment.name]
      } + unshown.map { ["unshown": $0] }
    return [
      "number": CountText.text(report.number), "name": report.item.name,
      "description": report.item.description,
      "facts": report.facts.map { ["label": $0.label, "text": $0.text] as [String: Any] },
      "paid": report.paid, "replacement": report.replacement, "cash": report.cashValue,
      "each": report.each,
      "notes": options.hasNotes ? report.item.notes : "",
      "first": Array(shown.prefix(1)), "more": Array(shown.dropFirst()),
      "hasMore": shown.count > 1,
      "evidence": report.evidence.map {
        ["text": $0.text, "digest": $0.attachment.sha256] as [String: Any]
      },
      "hasEvidence": !report.evidence.isEmpty,
    ]
  }
}
