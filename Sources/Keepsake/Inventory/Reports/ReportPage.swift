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
  /// A picture or a page below an item.
  public var figure: String
  /// The part after the items.
  public var foot: String

  /// Makes templates.
  public init(head: String, heading: String, item: String, figure: String, foot: String) {
    (self.head, self.heading, self.item) = (head, heading, item)
    (self.figure, self.foot) = (figure, foot)
  }
}

/// Renders the parts of a report's page.
struct ReportPage {
  private let head: MustacheTemplate
  private let heading: MustacheTemplate
  private let item: MustacheTemplate
  private let figure: MustacheTemplate
  private let foot: MustacheTemplate
  private let options: ReportOptions
  private let settings: InventorySettings
  private let decodePage: (Attachment, Int) -> EvidencePage

  init(
    _ templates: ReportTemplates, options: ReportOptions, settings: InventorySettings,
    decodePage: @escaping (Attachment, Int) -> EvidencePage
  ) throws(InventoryError) {
    head = try ReportText.template(templates.head)
    heading = try ReportText.template(templates.heading)
    item = try ReportText.template(templates.item)
    figure = try ReportText.template(templates.figure)
    foot = try ReportText.template(templates.foot)
    self.options = options
    self.settings = settings
    self.decodePage = decodePage
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
  /// Writes an item, with its pictures piece by piece.
  ///
  /// - Parameter extent: Counts the attached files that the page only names.
  func write(
    _ report: ReportItem, of store: AttachmentStore, countingIn extent: inout ReportExtent,
    _ write: ([UInt8]) throws(InventoryError) -> Void
  ) throws(InventoryError) {
    var evidence = report.evidence
    let first = options.hasPhotos ? decodeFirst(of: &evidence) : nil
    let report = report.with(evidence)
    let pictures = options.hasPhotos ? evidence.filter(\.isPicture) : []
    let documents = options.hasPhotos ? evidence.filter(\.isDocument) : []
    let unshown = options.hasPhotos ? evidence.compactMap(\.unshown) : []
    let hasFirst = !pictures.isEmpty
    let restOfUnshown = hasFirst ? unshown : Array(unshown.dropFirst())
    let hasMore = pictures.count > 1 || !restOfUnshown.isEmpty || !documents.isEmpty
    let text = item.render(
      Self.known(context(report, pictures.first, hasFirst ? nil : unshown.first, hasMore)))
    count(evidence, unshown, in: &extent)
    var slots: [Slot] = (hasFirst ? [.first] : []) + (hasMore ? [.figures] : [])
    for (index, part) in text.utf8.split(separator: 1, omittingEmptySubsequences: false)
      .enumerated()
    {
      let slot = index > 0 && !slots.isEmpty ? slots.removeFirst() : nil
      switch slot {
      case .first:
        if let first {
          try DataURI.write(jpeg: first, write)
        } else if let picture = pictures.first {
          try DataURI.write(picture.attachment, of: store, write)
        }
      case .figures:
        let figures = ReportFigures(template: figure, store: store, decodePage: decodePage)
        try figures.write(
          Array(pictures.dropFirst()), unshown: restOfUnshown, documents: documents,
          countingIn: &extent, write)
      case nil: break
      }
      try write(Array(part))
    }
  }

  /// The content that replaces a mark in the rendered text.
  private enum Slot {
    case first, figures
  }

  /// Decodes the first picture unless every browser opens it; a picture that fails counts as damaged.
  private func decodeFirst(of evidence: inout [ReportEvidence]) -> [UInt8]? {
    while let index = evidence.firstIndex(where: \.isPicture),
      !evidence[index].attachment.isPortable
    {
      switch decodePage(evidence[index].attachment, 0) {
      case .jpeg(let bytes): return bytes
      case .failed(let reason): evidence[index].picture = .damaged(reason)
      }
    }
    return nil
  }

  private func count(
    _ evidence: [ReportEvidence], _ unshown: [String], in extent: inout ReportExtent
  ) {
    // Pictures left out on request don't count as omissions.
    extent.separateFiles += evidence.count { !$0.isPicture && !$0.isDocument }
    extent.unshownPhotos += unshown.count
    extent.firstUnshown = extent.firstUnshown ?? unshown.first
    guard options.hasPhotos else { return }
    for one in evidence {
      if one.attachment.isDocument, one.unshown != nil { extent.hasUnshownDocuments = true }
      switch one.picture {
      case .undecodable(let advice) where !extent.advice.contains(advice):
        extent.advice.append(advice)
      case .unchecked(let reason) where one.isPicture:
        extent.uncheckedPictures += 1
        extent.uncheckedReason = extent.uncheckedReason ?? reason
      default: break
      }
    }
  }

  /// - Parameters:
  ///   - first: The picture next to the text.
  ///   - unshown: The text instead of it, if no picture can be shown.
  ///   - hasMore: Whether figures follow.
  private func context(
    _ report: ReportItem, _ first: ReportEvidence?, _ unshown: String?, _ hasMore: Bool
  ) -> [String: Any] {
    let slot = String(ReportFigures.slot)
    let picture: [String: Any]? =
      first.map { ["source": slot, "name": $0.attachment.name] }
      ?? unshown.map { ["unshown": $0] }
    return [
      "number": CountText.text(report.number), "name": report.item.name,
      "description": report.item.description,
      "facts": report.facts.map { ["label": $0.label, "text": $0.text] as [String: Any] },
      "paid": report.paid, "replacement": report.replacement, "cash": report.cashValue,
      "each": report.each,
      "notes": options.hasNotes ? report.item.notes : "",
      "first": picture.map { [$0] } ?? [],
      "hasMore": hasMore, "figures": hasMore ? slot : "",
      "evidence": report.evidence.map {
        ["text": $0.text, "digest": $0.attachment.sha256] as [String: Any]
      },
      "hasEvidence": !report.evidence.isEmpty,
    ]
  }
}
