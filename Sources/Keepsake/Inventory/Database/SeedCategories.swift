/// The categories of a new inventory, with the useful lives for depreciation.
enum SeedCategories {
  struct Seed: Sendable {
    let name: String
    /// `nil` if age does not reduce the value (art, jewellery).
    let usefulLifeMonths: Int?
  }

  static let all: [Seed] = [
    Seed(name: "Appliances", usefulLifeMonths: 144),
    Seed(name: "Art", usefulLifeMonths: nil),
    Seed(name: "Books & media", usefulLifeMonths: 240),
    Seed(name: "Clothing", usefulLifeMonths: 60),
    Seed(name: "Collectibles", usefulLifeMonths: nil),
    Seed(name: "Documents", usefulLifeMonths: nil),
    Seed(name: "Electronics", usefulLifeMonths: 72),
    Seed(name: "Furniture", usefulLifeMonths: 180),
    Seed(name: "Garden & outdoor", usefulLifeMonths: 120),
    Seed(name: "Jewellery", usefulLifeMonths: nil),
    Seed(name: "Kitchenware", usefulLifeMonths: 120),
    Seed(name: "Musical instruments", usefulLifeMonths: 360),
    Seed(name: "Sports & hobbies", usefulLifeMonths: 120),
    Seed(name: "Textiles & bedding", usefulLifeMonths: 96),
    Seed(name: "Tools", usefulLifeMonths: 180),
    Seed(name: "Toys & games", usefulLifeMonths: 84),
    Seed(name: "Vehicles & bicycles", usefulLifeMonths: 144),
    Seed(name: "Other", usefulLifeMonths: nil),
  ]
}
