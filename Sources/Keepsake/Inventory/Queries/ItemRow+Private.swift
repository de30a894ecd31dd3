extension ItemRow {
  /// The row of a private item that is open in memory.
  init(_ open: OpenItem) {
    let item = open.item
    self.init(
      uuid: item.uuid, name: item.name, placePath: open.placePath, quantity: item.quantity,
      lineValue: item.unitValue.flatMap { LineValue.minor(unit: $0, quantity: item.quantity) },
      isEstimated: item.replacementValue == nil,
      isSold: Item.isSold(
        hasDate: item.soldDate != nil, buyer: item.soldTo, price: item.soldPrice),
      isPrivate: true)
  }
}
