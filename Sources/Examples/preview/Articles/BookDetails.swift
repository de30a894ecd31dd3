import Reprise

/// A form that folds away what is seldom filled in.
final class BookDetails: ViewController {
  @Restorable("author") var author = ""
  @Restorable("shelf") var shelf = 0
  @Restorable("showsMore") var showsMore = false
  private let shelves = ["none", "upper", "lower"]

  override init() {
    super.init()
    restorationIdentifier = "details"
  }

  override func loadView() -> View {
    DisclosureGroup("More", isExpanded: $showsMore) {
      Field("Author", TextField($author))
      Field("Shelf", Choice(shelves, $shelf))
    }
  }
}
