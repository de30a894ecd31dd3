/// The numbers that one home of a household gives to items whose own somebody else has as well.
///
/// Homes that give numbers at the same moment would give the same ones, and go on so for ever. So of each row of numbers as long as there
/// are homes, every home takes another one.
struct OwnNumbers {
  private let place: Int64
  private let count: Int64

  /// - Parameter members: All homes; one that is not among them, or alone, takes any number.
  init(of device: String, among members: [String]) {
    let place = members.sorted().firstIndex(of: device)
    self.place = Int64(place ?? 0)
    count = place == nil ? 1 : Int64(members.count)
  }

  /// The first one that is not less than a number.
  func first(from number: Int64) -> Int64 {
    number + (place - number % count + count) % count
  }
}
