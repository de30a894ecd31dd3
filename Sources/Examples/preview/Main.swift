import Reprise

/// `swift run preview NAME --size 60x12 --keys "n"` prints one of the ``Screens``.
@main enum Main {
  static func main() { PreviewCommand(screens: Screens.all).run() }
}
