/// The benchmarks that the command line requests.
struct BenchmarkRequest {
  enum Extent {
    /// All benchmarks.
    case everything
    /// Launch, keys and size only.
    case speed
    /// Suspending, resuming, ending and idling.
    case lifeCycle
    /// The filter and the list command only, on the contents of an existing home: importing a large
    /// inventory takes minutes.
    case filter
    /// The cells of a picture only.
    case pictures
    /// A report and a backup only.
    case handOver
    /// Adding up the value of everything in an existing home.
    case totals
    /// Changes of thousands of items in a copy of an existing home.
    case bulk
    /// Locking and unlocking a window.
    case lock
    /// The cost of a household.
    case household
  }

  static let usage = """
    usage: reprise-benchmark
           reprise-benchmark [--speed | --life-cycle] [--against BINARY] INVENTORY.csv
           reprise-benchmark --lock INVENTORY.csv
           reprise-benchmark --household INVENTORY.csv
           reprise-benchmark --filter HOME
           reprise-benchmark --pictures PHOTO.jpg
           reprise-benchmark --hand-over PHOTO.jpg
           reprise-benchmark --totals HOME
           reprise-benchmark --bulk HOME
    """

  private(set) var extent = Extent.everything

  /// Another build of the program, measured in turns with this one.
  private(set) var reference: String?

  /// The file to import, the home to use, or the picture; without one only the kit is measured.
  private(set) var inventory: String?

  /// Parses the arguments; `nil` when they are invalid.
  init?(_ words: ArraySlice<String>) {
    var rest = words
    while let word = rest.popFirst() {
      switch word {
      case "--speed": extent = .speed
      case "--life-cycle": extent = .lifeCycle
      case "--filter": extent = .filter
      case "--pictures": extent = .pictures
      case "--hand-over": extent = .handOver
      case "--totals": extent = .totals
      case "--bulk": extent = .bulk
      case "--lock": extent = .lock
      case "--household": extent = .household
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
