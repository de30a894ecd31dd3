/// What the command line asks to be measured.
struct BenchmarkRequest {
  enum Extent {
    /// All there is.
    case everything
    /// Start-up, keys and size only.
    case speed
    /// How the program is left, goes on, ends and rests.
    case lifeCycle
    /// The filter and the list of the command line only, on what a home holds already: a large
    /// inventory takes minutes to read in.
    case filter
  }

  static let usage = """
    usage: reprise-benchmark
           reprise-benchmark [--speed | --life-cycle] [--against BINARY] INVENTORY.csv
           reprise-benchmark --filter HOME
    """

  private(set) var extent = Extent.everything

  /// Another build of the program, to be measured in turns with this one.
  private(set) var reference: String?

  /// The file to work on, or the home; without one only the kit is measured.
  private(set) var inventory: String?

  /// Reads the words after the program's name; `nil` when they make no sense.
  init?(_ words: ArraySlice<String>) {
    var rest = words
    while let word = rest.popFirst() {
      switch word {
      case "--speed": extent = .speed
      case "--life-cycle": extent = .lifeCycle
      case "--filter": extent = .filter
      case "--against":
        guard let path = rest.popFirst() else { return nil }
        reference = path
      default:
        guard inventory == nil, !word.hasPrefix("-") else { return nil }
        inventory = word
      }
    }
    guard inventory != nil || (extent == .everything && reference == nil) else { return nil }
  }
}
