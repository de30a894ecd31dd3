import Reprise

/// Stars to give, and a meter that follows them.
final class Rating: ViewController {
  override func loadView() -> View {
    let stars = Stars()
    let meter = Meter()
    stars.addAction(for: .valueChanged) { meter.share = Double(stars.count) / 5 }
    return Column(spacing: 1, padding: EdgeInsets(top: 1, left: 2)) {
      stars
      meter
    }
  }
}

/// One half of a container.
final class Half: ViewController {
  init(_ name: String) {
    super.init()
    title = name
    restorationIdentifier = name
  }

  override func loadView() -> View {
    Column(padding: EdgeInsets(top: 1, left: 2)) {
      Label(title)
      Button("Press") {}
    }
  }
}
