import Reprise

final class Parcel: ViewController {
  @Restorable("name") var name = ""
  @Restorable("country") var country = 0
  @Restorable("size") var size = 1
  @Restorable("isFragile") var isFragile = false
  @Restorable("note") var note = ""
  private let countries = ["Iceland", "Norway"]

  override func loadView() -> View {
    Column(padding: EdgeInsets(top: 1, left: 2, right: 2)) {
      Field("To", TextField($name))
      Field("Country", Choice(countries, $country))
      Field("Size", SegmentedControl(["S", "M", "L"], $size))
      Field("Fragile", Switch($isFragile))
      Field("Note", TextView($note)).length(.fill().atLeast(2))
      Row {
        ProgressView(0.4).length(.percent(50))
        Spacer()
        Button("Send") {}
        Button("Cancel") {}
      }
    }
  }
}
