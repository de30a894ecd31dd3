import Reprise

/// Texts that were typed into a sheet and not saved, until it opens again; also after a restart.
final class UnfinishedTexts {
  private static let key = "unfinishedTexts"
  /// More of them, or longer ones, aren't kept: the state is stored at every change.
  private static let (most, mostBytes) = (20, 20_000)

  private let host: ApplicationReference

  private var texts: [String: String] = [:] {
    didSet { if texts != oldValue { host.application?.setNeedsPreservation() } }
  }

  init(_ host: ApplicationReference) { self.host = host }

  /// The text of a sheet; `nil` if nothing was left there.
  subscript(sheet: String) -> String? {
    get { texts[sheet] }
    set {
      guard let newValue else { return texts[sheet] = nil }
      guard newValue.utf8.count <= Self.mostBytes,
        texts[sheet] != nil || texts.count < Self.most
      else { return }
      texts[sheet] = newValue
    }
  }

  func encode(with coder: Coder) {
    guard !texts.isEmpty else { return }
    let pairs = texts.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    coder.encode(pairs, forKey: Self.key)
  }

  func decode(from coder: Coder) {
    let pairs = coder.decodeStrings(forKey: Self.key) ?? []
    for index in stride(from: 0, to: pairs.count - 1, by: 2) {
      self[pairs[index]] = pairs[index + 1]
    }
  }
}
